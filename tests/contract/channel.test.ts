import { expose } from 'comlink';
import { IDBKeyRange, indexedDB } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { connect, type Host as Far } from '../../src/client/connect';
import { createHoldfast } from '../../src/client/holdfast';
import { createBackend } from '../../src/worker/backend';
import { freshName } from '../support/holdfast';
import { MemoryLocks } from '../support/memory-locks';
import { session, type Tab } from './case';
import { suites } from './suites';

const locks = new MemoryLocks();

function openTab(name: string): Tab {
  const ends: (() => void)[] = [];
  const backend = connect(() => {
    const { port1, port2 } = new MessageChannel();
    const far = createBackend({ name, indexedDB, IDBKeyRange });
    expose(far, port1);
    port2.start();
    ends.push(() => (port1.close(), port2.close(), far.close()));
    return { endpoint: port2, onFailure: () => {}, stop: () => {} };
  });
  const holdfast = createHoldfast(backend, { locks });
  const close = async () => {
    holdfast.close();
    for (const end of ends) end();
  };
  return { ...holdfast, close };
}

describe.each(suites)('$name, over a message channel', ({ cases }) => {
  test.each(cases)('$name', async ({ run }) => {
    const name = freshName();
    const tabs: Tab[] = [];
    await run({
      async open() {
        tabs.push(openTab(name));
        return tabs.at(-1)!;
      },
    });
    for (const tab of tabs) await tab.close();
  });
});

describe('a worker that fails', () => {
  test('leaves no call hanging, and the next call starts a new one', async () => {
    const name = freshName();
    let starts = 0;
    let fail = (_reason: string) => {};
    const start = (): Far => {
      const { port1, port2 } = new MessageChannel();
      if (++starts > 1) expose(createBackend({ name, indexedDB, IDBKeyRange }), port1); // the first never answers
      port2.start();
      const stop = () => (port1.close(), port2.close());
      return { endpoint: port2, onFailure: (report) => (fail = report), stop };
    };
    const backend = connect(start);
    const holdfast = createHoldfast(backend, { locks });
    const calls = [holdfast.sessions.saveSession(session('x')), holdfast.chat.listSessions(), holdfast.library.heads()];
    const settled = Promise.allSettled(calls);
    await new Promise((resolve) => setTimeout(resolve, 20));
    fail('the script could not be loaded');
    for (const result of await settled) {
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ name: 'StorageError', code: 'worker-gone', retryable: true });
      }
    }
    expect((await settled)[0]!.status).toBe('rejected');
    await holdfast.sessions.saveSession(session('y'));
    expect((await holdfast.library.heads()).map((head) => head.id)).toEqual(['y']);
    expect(starts).toBe(2);
    backend.close();
  });
});
