import { IDBKeyRange, indexedDB } from 'fake-indexeddb';
import { createHoldfast, type HoldfastClient } from '../../src/client/holdfast';
import { createBackend } from '../../src/worker/backend';
import { MemoryLocks } from './memory-locks';

const locks = new MemoryLocks();
let databases = 0;

/** A database name that no other test has. */
export const freshName = (): string => `test-${++databases}`;

/**
 * The page's APIs with the backend in the same process, on fake-indexeddb. The same name is the same database, so a
 * second call is a second tab, and a call after `close` is a reopened app.
 */
export async function openHoldfast({ name = freshName() } = {}): Promise<HoldfastClient & { name: string }> {
  const backend = createBackend({ name, indexedDB, IDBKeyRange });
  const holdfast = createHoldfast(backend, { locks });
  return {
    ...holdfast,
    name,
    close() {
      holdfast.close();
      backend.close();
    },
  };
}
