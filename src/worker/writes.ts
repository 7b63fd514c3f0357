import type { Write, WriteResult } from '../contract/backend';
import type { Change } from '../contract/changes';
import { clearChat, createChat, createMessages, removeChat } from './chat';
import type { Database, TableName } from './database';
import { saveEntry } from './entries';
import { toStorageError } from './errors';
import { createProject, deleteProject, renameProject } from './projects';
import { moveToQuarantine } from './session-reading';
import { DamagedFile, type Sessions } from './sessions';
import { writeManifest, writeSetting } from './values';

/** What one transaction collects for the time after its commit. */
export class Batch {
  readonly changes: Change[] = [];
  #callbacks: (() => void)[] = [];

  changed(change: Change): void {
    this.changes.push(change);
  }

  afterCommit(callback: () => void): void {
    this.#callbacks.push(callback);
  }

  committed(): void {
    for (const callback of this.#callbacks) callback();
  }
}

const SESSION_TABLES: TableName[] = ['heads', 'pages', 'live', 'epochs', 'files', 'fileUses', 'entries'];
const MESSAGE_TABLES: TableName[] = ['chats', 'messages', 'values'];
const CHAT_TABLES: TableName[] = [...MESSAGE_TABLES, 'files', 'fileUses'];

const TABLES: Record<Write['op'], TableName[]> = {
  'session.save': SESSION_TABLES,
  'session.delete': SESSION_TABLES,
  'project.clear': SESSION_TABLES,
  'project.delete': [...SESSION_TABLES, 'projects'],
  'project.create': ['projects'],
  'project.rename': ['projects', 'heads'],
  'chat.create': CHAT_TABLES,
  'chat.remove': CHAT_TABLES,
  'chat.clear': CHAT_TABLES,
  'message.create': CHAT_TABLES,
  'manifest.save': ['values'],
  'setting.save': ['values'],
  'entry.save': ['entries'],
};

/**
 * Applies writes in order in one transaction. Where that fails, each is tried alone, so that one that cannot be
 * stored (it is too large, say) rejects its own caller only.
 */
export async function applyWrites(
  db: Database,
  sessions: Sessions,
  writes: Write[],
): Promise<{ results: WriteResult[]; changes: Change[] }> {
  try {
    return await commit(db, sessions, writes);
  } catch (error) {
    if (error instanceof DamagedFile) {
      await moveToQuarantine(db, error.head, error.reason);
      return applyWrites(db, sessions, writes);
    }
    // Another tab may have taken the numbers that were expected.
    if (db.sequences.forget()) return applyWrites(db, sessions, writes);
    if (writes.length === 1) return { results: [{ error: toStorageError(error).toData() }], changes: [] };
    const results: WriteResult[] = [];
    const changes: Change[] = [];
    for (const write of writes) {
      const alone = await applyWrites(db, sessions, [write]);
      results.push(...alone.results);
      changes.push(...alone.changes);
    }
    return { results, changes };
  }
}

async function commit(db: Database, sessions: Sessions, writes: Write[]) {
  const batch = new Batch();
  const tables = [...new Set(writes.flatMap(tablesOf))];
  const values = await db.writing(tables, durabilityOf(writes), async () => {
    const values: unknown[] = [];
    for (let index = 0; index < writes.length;) {
      const run = messageRun(writes, index);
      if (run.length > 0) values.push(...(await createMessages(db, batch, run)));
      else values.push(await apply(db, sessions, batch, writes[index]!));
      index += run.length || 1;
    }
    return values;
  });
  batch.committed();
  return { results: values.map((value) => ({ value })), changes: batch.changes };
}

function apply(db: Database, sessions: Sessions, batch: Batch, write: Write): Promise<unknown> {
  switch (write.op) {
    case 'session.save':
      return sessions.save(batch, write);
    case 'session.delete':
      return sessions.delete(batch, write);
    case 'project.clear':
      return sessions.deleteAll(batch, write.projectId);
    case 'project.create':
      return createProject(db, batch, write);
    case 'project.rename':
      return renameProject(db, batch, write);
    case 'project.delete':
      return deleteProject(db, batch, sessions, write.id);
    case 'chat.create':
      return createChat(db, batch, write);
    case 'chat.remove':
      return removeChat(db, batch, write.session);
    case 'chat.clear':
      return clearChat(db, batch, write.session);
    case 'message.create':
      throw new Error('messages are created in runs');
    case 'manifest.save':
      batch.changed({ kind: 'manifest' });
      return writeManifest(db, write.manifest);
    case 'setting.save':
      batch.changed({ kind: 'setting', key: write.key });
      return writeSetting(db, write.key, write.value);
    case 'entry.save':
      batch.changed({ kind: 'entry', ...write.key });
      return saveEntry(db, write.key, write.patch);
  }
}

function messageRun(writes: Write[], from: number): (Write & { op: 'message.create' })[] {
  const run: (Write & { op: 'message.create' })[] = [];
  for (let index = from; index < writes.length; index++) {
    const write = writes[index]!;
    if (write.op !== 'message.create') break;
    run.push(write);
  }
  return run;
}

/** As few as possible: a transaction waits for every other one that shares a table. */
function tablesOf(write: Write): TableName[] {
  return write.op === 'message.create' && !write.message.embeds ? MESSAGE_TABLES : TABLES[write.op];
}

/** A checkpoint of a stream may be flushed later: its text is written again within the second. */
function durabilityOf(writes: Write[]): IDBTransactionDurability {
  const isCheckpoint = (write: Write) =>
    write.op === 'session.save' &&
    write.change.set.status === undefined &&
    write.change.lists.messages?.added.length === 0;
  return writes.every(isCheckpoint) ? 'relaxed' : 'strict';
}
