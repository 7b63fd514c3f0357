import { describe, expect, test } from 'vitest';
import type { Agent } from '../../src/agents/agent';
import { openCalls, takeTurn } from './turn';

export interface ConformanceHost {
  agent(): Agent;
  /** A prompt whose whole answer is known. */
  known: { prompt: string; answer: string };
  /** A prompt whose answer is still on its way for a second after its first piece. */
  long: string;
  /** A prompt that is answered with tool calls or a permission request, where the agent has such. */
  tools?: string;
  /** A prompt in whose answer the connection is killed, where there is one. */
  killed?: string;
}

const PROMPTLY_MS = 2_000;

/** What the app relies on, whoever answers. */
export function conformance(name: string, host: ConformanceHost): void {
  describe(name, () => {
    test('hands over the answer in order and in several pieces, all before the turn ends', async () => {
      const turn = await takeTurn(host.agent(), host.known.prompt);
      expect(turn.text).toBe(host.known.answer);
      expect(turn.updates.length).toBeGreaterThan(1);
      expect(turn.stopReason).toBe('end_turn');
    });

    test('stops soon when told to, keeps what had arrived and says nothing afterwards', async () => {
      const stop = new AbortController();
      let stoppedAt = Infinity;
      const turn = await takeTurn(host.agent(), host.long, {
        signal: stop.signal,
        onUpdate: () => {
          if (stop.signal.aborted) return;
          stoppedAt = performance.now();
          stop.abort();
        },
      });
      expect(turn.stopReason).toBe('cancelled');
      expect(performance.now() - stoppedAt).toBeLessThan(PROMPTLY_MS);
      const heard = turn.updates.length;
      expect(heard).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(turn.updates.length).toBe(heard);
    });

    test('a turn that was stopped before it began is cancelled and silent', async () => {
      const turn = await takeTurn(host.agent(), host.long, { signal: AbortSignal.abort() });
      expect(turn.stopReason).toBe('cancelled');
      expect(turn.text).toBe('');
    });

    test('leaves no tool call open, wherever the turn is stopped', async () => {
      const prompt = host.tools ?? host.known.prompt;
      const whole = await takeTurn(host.agent(), prompt);
      expect(openCalls(whole)).toEqual([]);
      for (let stopAt = 1; stopAt <= Math.min(whole.updates.length, 30); stopAt++) {
        const stop = new AbortController();
        let heard = 0;
        const turn = await takeTurn(host.agent(), prompt, {
          signal: stop.signal,
          onUpdate: () => void (++heard === stopAt && stop.abort()),
        });
        expect(openCalls(turn)).toEqual([]);
      }
    });

    test('a second turn works after one that was stopped', async () => {
      const agent = host.agent();
      const stop = new AbortController();
      await takeTurn(agent, host.long, { signal: stop.signal, onUpdate: () => stop.abort() });
      const turn = await takeTurn(agent, host.known.prompt);
      expect(turn.text).toBe(host.known.answer);
    });

    const { killed } = host;
    if (killed !== undefined) {
      test('a killed connection ends the turn with an error in words', async () => {
        const turn = await takeTurn(host.agent(), killed);
        expect(turn.error?.code).toBe('unreachable');
        expect(turn.text).not.toBe('');
        expect(openCalls(turn)).toEqual([]);
      });
    }

    test('two turns at once do not mix', async () => {
      const agent = host.agent();
      const turns = await Promise.all([takeTurn(agent, host.known.prompt), takeTurn(agent, host.known.prompt)]);
      expect(turns.map(({ text }) => text)).toEqual([host.known.answer, host.known.answer]);
    });
  });
}
