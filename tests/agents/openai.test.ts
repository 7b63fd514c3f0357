import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOpenAi } from '../../src/agents/openai';
import { startFakeOpenAi, type FakeOpenAi } from '../support/fake-openai';
import type { FakeReply } from '../support/fake-openai-reply';
import { takeTurn, type TurnOptions } from './turn';

let server: FakeOpenAi;
let reply: FakeReply;
beforeEach(async () => {
  reply = {};
  server = await startFakeOpenAi({ script: () => reply });
});
afterEach(() => server.close());

function turn(answer: FakeReply, options?: TurnOptions & { key?: string; model?: string }) {
  reply = answer;
  const { key, model = 'fake-1' } = options ?? {};
  return takeTurn(createOpenAi({ address: server.origin, model, key }), 'Hello', options);
}

describe('what is sent', () => {
  test('the conversation so far, merged into turns that alternate and without empty ones', async () => {
    await turn(
      { text: 'ok' },
      {
        history: [
          { role: 'user', text: 'one' },
          { role: 'agent', text: ' \n' },
          { role: 'user', text: 'two' },
          { role: 'agent', text: 'three' },
          { role: 'agent', text: 'four' },
          { role: 'user', text: 'five' },
        ],
      },
    );
    expect(server.requests[0]?.messages).toEqual([
      { role: 'user', content: 'one\n\ntwo' },
      { role: 'assistant', content: 'three\n\nfour' },
      { role: 'user', content: 'five\n\nHello' },
    ]);
    expect(server.requests[0]).toMatchObject({ path: '/v1/chat/completions', model: 'fake-1', stream: true });
  });

  test('a text file of the prompt, in a fence that the file cannot end', async () => {
    await turn(
      { text: 'ok' },
      {
        prompt: [
          { type: 'text', text: 'Read this' },
          { type: 'resource', resource: { uri: 'a.md', text: '```\ncode\n```' } },
          { type: 'resource_link', uri: 'sha256/x.png', name: 'x.png' },
        ],
      },
    );
    expect(server.requests[0]?.messages[0]?.content).toBe(
      'Read this\n\nFile: a.md\n````\n```\ncode\n```\n````\n\nFile: x.png (sha256/x.png)',
    );
  });

  test('the key, and no key where there is none', async () => {
    await turn({ text: 'ok' }, { key: ' k-1 ' });
    await turn({ text: 'ok' }, { key: ' ' });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer k-1', undefined]);
  });
});

describe('what is shown', () => {
  test.each(['reasoning_content', 'reasoning', 'thinking', 'reasoning_details'] as const)(
    'reasoning in the member %s is a thought, before the text',
    async (thoughtField) => {
      const { thought, text, updates } = await turn({ thought: 'Hm, 🤔 let me see', thoughtField, text: 'Answer' });
      expect({ thought, text }).toEqual({ thought: 'Hm, 🤔 let me see', text: 'Answer' });
      expect(updates[0]?.sessionUpdate).toBe('agent_thought_chunk');
      expect(updates.at(-1)?.sessionUpdate).toBe('agent_message_chunk');
    },
  );

  test.each([1, 2, 3, 5, 100])('reasoning in think tags is a thought, in pieces of %d', async (pieceLength) => {
    const { thought, text } = await turn({ text: '<think>Hm.</think>\n\nAnswer', pieceLength });
    expect({ thought, text }).toEqual({ thought: 'Hm.', text: 'Answer' });
  });

  test('a server that does not stream is understood', async () => {
    const answer = await turn({ json: true, thought: 'Hm.', text: 'Grüße 🌊' });
    expect(answer).toMatchObject({ stopReason: 'end_turn', thought: 'Hm.', text: 'Grüße 🌊' });
    expect(await turn({ json: true, text: '<think>a</think>b' })).toMatchObject({ thought: 'a', text: 'b' });
  });

  test('text and thoughts in lists of parts, as Mistral sends them, are understood', async () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
      { type: 'text', text: 'Ans' },
      { type: 'text', text: 'wer' },
    ];
    const body = JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] });
    const answer = await turn({ raw: { body, contentType: 'application/json' } });
    expect(answer).toMatchObject({ stopReason: 'end_turn', thought: 'Hm.', text: 'Answer' });
  });

  test('an answer that comes byte by byte over a socket is whole', async () => {
    const answer = await turn({ text: 'Grüße 🌊', split: 'every-byte', lineEnd: '\r\n' });
    expect(answer).toMatchObject({ stopReason: 'end_turn', text: 'Grüße 🌊' });
  });
});

describe('how a turn ends', () => {
  test.each([
    ['stop', 'end_turn'],
    ['length', 'max_tokens'],
    ['content_filter', 'refusal'],
    ['eos', 'end_turn'],
  ])('finish reason %s is %s', async (finishReason, stopReason) => {
    expect((await turn({ text: 'Hi', finishReason })).stopReason).toBe(stopReason);
  });

  test('a finish without [DONE], and [DONE] without a finish, are both an end', async () => {
    expect((await turn({ text: 'Hi', done: false })).stopReason).toBe('end_turn');
    expect((await turn({ text: 'Hi', finishReason: null })).stopReason).toBe('end_turn');
  });

  test('a server that keeps the connection open after the finish does not keep the turn open', async () => {
    expect((await turn({ text: 'Hi', hang: true })).stopReason).toBe('end_turn');
    expect((await turn({ text: 'Hi', hang: true, done: false })).stopReason).toBe('end_turn');
  });

  test('all thinking and no time for an answer is a limit reached, no failure', async () => {
    const answer = await turn({ thought: 'Hm, hm, hm', finishReason: 'length' });
    expect(answer).toMatchObject({ stopReason: 'max_tokens', thought: 'Hm, hm, hm' });
  });

  test.each<[string, FakeReply]>([
    ['nothing', {}],
    ['white space', { text: ' \n' }],
    ['a thought only', { thought: 'Hm.' }],
    ['nothing in one piece', { json: true }],
  ])('an answer of %s is said to be none', async (_, answer) => {
    const { error } = await turn(answer);
    expect(error).toMatchObject({ code: 'bad-response', message: 'The model ended without an answer.' });
  });

  test.each<[string, FakeReply]>([
    ['is killed', { text: 'A long answer', breakAfterPieces: 2 }],
    ['ends without a finish', { text: 'A long', finishReason: null, done: false, pieceLength: 3 }],
    ['is killed inside a possible tag', { text: '<think>A long </thi', finishReason: null, done: false }],
  ])('a connection that %s keeps what arrived and says that it broke off', async (_, answer) => {
    const { error, text, thought } = await turn(answer);
    expect(error?.code).toBe('unreachable');
    expect(error?.message).toBe('The connection broke off before the answer was complete. What arrived is kept.');
    expect(text + thought).toContain('A long');
  });

  test('a connection that is killed before the first word is said to have broken off', async () => {
    expect((await turn({ text: 'Hi', breakAfterPieces: 0 })).error?.code).toBe('unreachable');
  });

  test('an error inside the stream is told in the words of the server, and what arrived is kept', async () => {
    const { error, text } = await turn({
      text: 'One, two, three',
      streamError: { pieces: 2, error: { message: 'The GPU is gone', code: 500 } },
    });
    expect(error?.code).toBe('server-error');
    expect(error?.message).toContain('The GPU is gone');
    expect(text).toBe('One, two');
  });

  test('an error inside the stream does not swallow what looked like the beginning of a tag', async () => {
    const { thought } = await turn({
      text: '<think>a < b </th',
      pieceLength: 1,
      streamError: { pieces: 17, error: { message: 'gone' } },
    });
    expect(thought).toBe('a < b </th');
  });

  test('an error of bare text, which LM Studio sends with status 200, is told as well', async () => {
    const body = JSON.stringify({ error: 'Unexpected endpoint or method. (POST /chat/completions)' });
    expect((await turn({ raw: { body, contentType: 'application/json' } })).error?.code).toBe('bad-address');
  });

  test.each([
    ['text/html; charset=utf-8', '<!doctype html>'],
    ['text/event-stream', 'nothing that anyone understands\n\n'],
    ['text/plain', ''],
    ['application/x-ndjson', '{"message":{"content":"Hi"},"done":true}\n'],
  ])('a body of %s that is no answer is said to be none', async (contentType, body) => {
    expect((await turn({ raw: { body, contentType } })).error?.code).toBe('bad-response');
  });
});

describe('Stop', () => {
  async function stopAfter(ms: number, answer: FakeReply) {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), ms);
    return turn(answer, { signal: stop.signal });
  }

  test('ends a silent prefill, and the server hears of it', async () => {
    expect((await stopAfter(100, { text: 'Hi', prefillMs: 60_000 })).stopReason).toBe('cancelled');
    await expect.poll(() => server.requests[0]?.aborted).toBe(true);
  });

  test('keeps what had arrived', async () => {
    const answer = await stopAfter(300, { text: 'word '.repeat(200), tokensPerSecond: 30 });
    expect(answer.stopReason).toBe('cancelled');
    expect(answer.text).toMatch(/^word/);
  });

  test('inside one big chunk lets nothing more out of it', async () => {
    const stop = new AbortController();
    const answer = await turn(
      { text: 'a'.repeat(400), pieceLength: 1 },
      { signal: stop.signal, onUpdate: () => stop.abort() },
    );
    expect(answer).toMatchObject({ stopReason: 'cancelled', text: 'a' });
  });
});

test('a silent server is waited for', async () => {
  expect((await turn({ text: 'At last', prefillMs: 1_500 })).text).toBe('At last');
});

test('an error of the app itself is not taken for one of the server', async () => {
  const failing = turn(
    { text: 'Hi' },
    {
      onUpdate: () => {
        throw new RangeError('from the app');
      },
    },
  );
  await expect(failing).rejects.toThrow('from the app');
});
