import type {} from '../src/client/install';
import type { CreateMessageOptions } from '../src/contract/chat';
import type { PersistedChatSession } from '../src/contract/sessions';
import type { RawCall } from './raw-worker';
import { makeMessage, makeSession } from './workload';

/** The same work for the app and for the plain worker beside it. */
interface Side {
  saveSession(session: PersistedChatSession): Promise<unknown>;
  loadAll(): Promise<number>;
  createMessage(session: string, message: CreateMessageOptions): Promise<number>;
  /** Puts many messages in place, not measured; returns the last id. */
  fill(session: string, count: number): Promise<number>;
  listSince(session: string, since: number): Promise<number>;
  deleteProject(projectId: string): Promise<unknown>;
}

const app: Side = {
  saveSession: (session) => window.api.sessions.saveSession(session),
  loadAll: async () => (await window.api.sessions.loadAll()).sessions.length,
  createMessage: async (session, message) => (await window.client.chat.createMessage(session, message)).id,
  async fill(session, count) {
    let last = 0;
    for (let at = 0; at < count; at += 1000) {
      const calls = Array.from({ length: 1000 }, (_, n) => this.createMessage(session, makeMessage(at + n)));
      last = (await Promise.all(calls)).at(-1)!;
    }
    return last;
  },
  listSince: async (session, since) => (await window.client.chat.listMessages(session, { since })).messages.length,
  deleteProject: (projectId) => window.api.sessions.deleteProjectSessions({ projectId }),
};

const worker = new Worker('raw-worker.js');
const open = new Map<number, (value: unknown) => void>();
let calls = 0;
worker.onmessage = ({ data }: MessageEvent<{ id: number; value: unknown }>) => {
  open.get(data.id)?.(data.value);
  open.delete(data.id);
};
const ask = <T>(call: RawCall) =>
  new Promise<T>((resolve) => {
    open.set(++calls, resolve as (value: unknown) => void);
    worker.postMessage({ id: calls, call });
  });
const raw: Side = {
  saveSession: (session) => ask({ op: 'saveSession', session }),
  loadAll: async () => (await ask<unknown[]>({ op: 'loadAll' })).length,
  createMessage: (session, message) => ask({ op: 'createMessage', session, message }),
  async fill(session, count) {
    let last = 0;
    for (let at = 0; at < count; at += 1000) {
      const messages = Array.from({ length: 1000 }, (_, n) => makeMessage(at + n));
      last = await ask<number>({ op: 'fill', session, messages });
    }
    return last;
  },
  listSince: async (session, since) => (await ask<unknown[]>({ op: 'listSince', session, since })).length,
  deleteProject: (projectId) => ask({ op: 'deleteProject', projectId }),
};
const sides = { app, raw };
export type SideName = keyof typeof sides;

/** Milliseconds, and the page's longest task meanwhile (0 when none reached 50 ms). */
export interface Measured {
  ms: number;
  longestTaskMs: number;
}

async function measured(work: () => Promise<unknown>): Promise<Measured> {
  const tasks: number[] = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)));
  await pause(60);
  observer.observe({ type: 'longtask' });
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  await pause(60);
  tasks.push(...observer.takeRecords().map((entry) => entry.duration));
  observer.disconnect();
  return { ms, longestTaskMs: Math.max(0, ...tasks) };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;

/** Each task makes this many calls, as a busy page would; more in one task is the caller's own long task. */
const CALLS_PER_TASK = 250;

const work = {
  /** Sessions `from` up to `to` of a project, as a restored history would be written. */
  async populate(side: SideName, { from, to, messages, projectId }: Populate) {
    for (let index = from; index < to; index += 20) {
      const batch = Array.from({ length: 20 }, (_, n) => makeSession(index + n, messages, projectId));
      await Promise.all(batch.map((session) => sides[side].saveSession(session)));
    }
  },
  async warm(side: SideName) {
    await (side === 'app' ? window.api.library.manifest() : raw.listSince('none', 0));
  },
  async loadAll(side: SideName, expected: number) {
    return measured(async () => {
      const loaded = await sides[side].loadAll();
      if (loaded !== expected) throw new Error(`${side} loaded ${loaded} of ${expected}`);
    });
  },
  heads: (_side: SideName, expected: number) =>
    measured(async () => {
      const heads = await window.api.library.heads();
      if (heads.length !== expected) throw new Error(`${heads.length} heads of ${expected}`);
    }),
  /** Saves of one session with one message changed each; the median of one save. */
  async saveSession(side: SideName, { messages, saves }: { messages: number; saves: number }) {
    const session = makeSession(900_000, messages, `bench-${messages}`);
    await sides[side].saveSession(session);
    const times: number[] = [];
    const whole = await measured(async () => {
      for (let n = 0; n < saves; n++) {
        const at = (n * 37) % messages;
        const content = `${session.messages[at]!.content.slice(0, -8)}${String(n).padStart(8)}`;
        session.messages[at] = { ...session.messages[at]!, content };
        session.updatedAt++;
        const start = performance.now();
        await sides[side].saveSession(session);
        times.push(performance.now() - start);
      }
    });
    return { ...whole, ms: median(times) };
  },
  /** Messages in one go, none awaited by itself; per message. */
  async createMessages(side: SideName, { count, name }: { count: number; name: string }) {
    const messages = Array.from({ length: count }, (_, n) => makeMessage(n));
    const whole = await measured(async () => {
      const calls: Promise<number>[] = [];
      for (let at = 0; at < count; at += CALLS_PER_TASK) {
        for (const message of messages.slice(at, at + CALLS_PER_TASK))
          calls.push(sides[side].createMessage(name, message));
        await pause(0);
      }
      const ids = await Promise.all(calls);
      if (new Set(ids).size !== count) throw new Error('ids are not distinct');
    });
    return { ...whole, ms: whole.ms / count };
  },
  /** Messages one after another, each awaited; per message. */
  async createAwaited(side: SideName, { count, name }: { count: number; name: string }) {
    const messages = Array.from({ length: count }, (_, n) => makeMessage(n));
    const whole = await measured(async () => {
      for (const message of messages) await sides[side].createMessage(name, message);
    });
    return { ...whole, ms: whole.ms / count };
  },
  fill: (side: SideName, { session, count }: { session: string; count: number }) => sides[side].fill(session, count),
  async listLast(side: SideName, { session, last, times }: { session: string; last: number; times: number }) {
    // The mean of many: one call takes little more than the browser's clock can tell apart.
    const whole = await measured(async () => {
      for (let n = 0; n < times; n++) {
        const rows = await sides[side].listSince(session, last - 50);
        if (rows !== 50) throw new Error(`${side} listed ${rows} of 50`);
      }
    });
    return { ...whole, ms: whole.ms / times };
  },
  deleteProject: (side: SideName, projectId: string) => measured(() => sides[side].deleteProject(projectId)),
  /** A reply that grows by a token at a time, saved at every token and never awaited. */
  async stream(
    _side: SideName,
    { messages, tokens, tokensPerSecond }: { messages: number; tokens: number; tokensPerSecond: number },
  ) {
    const session = makeSession(800_000, messages, 'stream');
    session.status = 'running';
    const answer = { ...session.messages[1]!, id: 'answer', content: '', status: 'streaming' as const };
    session.messages.push(answer);
    await app.saveSession(session);
    return measured(async () => {
      const start = performance.now();
      let last: Promise<unknown> = Promise.resolve();
      for (let n = 0; n < tokens; n++) {
        answer.content += ` kelp${n % 10}`;
        session.updatedAt++;
        last = app.saveSession(session);
        const due = start + ((n + 1) * 1000) / tokensPerSecond;
        if (performance.now() < due) await pause(due - performance.now());
      }
      await last;
      await app.saveSession({
        ...session,
        status: 'idle',
        messages: [...session.messages.slice(0, -1), { ...answer, status: 'complete' }],
      });
    });
  },
};

interface Populate {
  from: number;
  to: number;
  messages: number;
  projectId: string;
}

export type Work = typeof work;
declare global {
  interface Window {
    work: Work;
  }
}
window.work = work;
