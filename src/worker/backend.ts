import type { Backend } from '../contract/backend';
import type { Diagnostic } from '../contract/library';
import { FIRST_PROJECT } from '../contract/projects';
import { Announcer } from './changes';
import { listChats, listMessages } from './chat';
import { Database, type DatabaseOptions } from './database';
import { readEntry } from './entries';
import { toStorageError } from './errors';
import { readFile } from './files';
import { listProjects } from './projects';
import { sessionPath } from './session-file';
import { readHeads, readKeys, readNewer, readSessions } from './session-reading';
import { Sessions } from './sessions';
import { readManifest, readSettings } from './values';
import { applyWrites } from './writes';

export interface LocalBackend extends Backend {
  close(): void;
}

/** Builds the backend on a database; it opens with the first call. */
export function createBackend(options: DatabaseOptions = {}): LocalBackend {
  const db = new Database(options);
  const sessions = new Sessions(db);
  const announcer = new Announcer();
  db.on('populate', (transaction) => {
    const at = Date.now();
    void transaction.table('projects').add({ ...FIRST_PROJECT, createdAt: at, updatedAt: at });
  });

  const reading = async <T>(read: () => PromiseLike<T>): Promise<T> => {
    try {
      await db.ready();
      return await read();
    } catch (error) {
      throw toStorageError(error);
    }
  };

  return {
    async write(client, writes) {
      const { results, changes } = await applyWrites(db, sessions, writes);
      announcer.announce(client, changes);
      return results;
    },
    heads: () => reading(() => readHeads(db)),
    keys: () => reading(() => readKeys(db)),
    sessions: (from, to) => reading(() => readSessions(db, from, to)),
    manifest: () => reading(() => readManifest(db)),
    projects: () => reading(() => listProjects(db)),
    chats: () => reading(() => listChats(db)),
    messages: (session, range) => reading(() => listMessages(db, session, range)),
    file: (path) => reading(() => readFile(db, path)),
    entry: (key) => reading(() => readEntry(db, key)),
    settings: () => reading(() => readSettings(db)),
    diagnostics: () => reading(() => diagnostics(db)),
    close() {
      announcer.close();
      db.close({ disableAutoOpen: true });
    },
  };
}

async function diagnostics(db: Database): Promise<Diagnostic[]> {
  const rows = await db.quarantine.toArray();
  const quarantined = rows.map(({ path, reason, at }): Diagnostic => ({ path, reason, at, state: 'quarantined' }));
  const newer = (await readNewer(db)).map(({ projectId, sessionId }): Diagnostic => {
    const state = 'written by a newer version';
    return { path: sessionPath(projectId, sessionId), reason: state, state, at: Date.now() };
  });
  return [...quarantined, ...newer];
}
