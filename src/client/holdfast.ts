import type { Backend } from '../contract/backend';
import type { Holdfast } from '../contract/holdfast';
import { newId } from '../lib/id';
import { createChat } from './chat';
import { StagedFiles } from './files';
import { createLibrary } from './library';
import { Outbox } from './outbox';
import { createProjects } from './projects';
import { RunLocks } from './run-locks';
import { SessionsClient } from './sessions';

export interface HoldfastClient extends Holdfast {
  /** Gives up the proof of life of this page's runs. */
  close(): void;
}

/** The page's APIs on a backend. `locks` stands in where the platform has no Web Locks. */
export function createHoldfast(backend: Backend, { locks }: { locks?: LockManager } = {}): HoldfastClient {
  const client = newId();
  const outbox = new Outbox((writes) => backend.write(client, writes));
  const runs = new RunLocks(locks);
  const files = new StagedFiles(backend, () => outbox.settled());
  const sessions = new SessionsClient(backend, outbox, runs, files);
  return {
    sessions,
    chat: createChat(backend, outbox, files),
    projects: createProjects(backend, outbox, sessions),
    files,
    library: createLibrary(backend, outbox, sessions, client),
    status: { current: () => outbox.state(), watch: (listener) => outbox.watch(listener) },
    close: () => runs.release(() => true),
  };
}
