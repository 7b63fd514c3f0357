import type { SaveOutcome, Write } from '../contract/backend';
import { StorageError } from '../contract/errors';
import type { PersistedArtifact, PersistedChatMessage, SessionKey } from '../contract/sessions';
import { deleteStarting, startingWith, type Database, type HeadRow } from './database';
import { deleteEntries } from './entries';
import { releaseFiles, useFiles } from './files';
import {
  applyChange,
  assemble,
  emptyFile,
  headProblem,
  sessionPath,
  type SessionFile,
  type SessionWrite,
} from './session-file';
import { deleteSessionRows } from './session-reading';
import type { Batch } from './writes';

/** How many files are kept as they were last committed, so that a save need not read what it compares with. */
const CACHE_FILES = 8;

/** Stops a write over a file that cannot be read: what is left of it goes to quarantine first. */
export class DamagedFile extends Error {
  constructor(
    readonly head: HeadRow,
    readonly reason: string,
  ) {
    super(reason);
  }
}

/** Writes the session files of the database. */
export class Sessions {
  #db: Database;
  /** A copy is only used while its revision is the stored one: another tab may have written since. */
  #committed = new Map<string, SessionFile>();

  constructor(db: Database) {
    this.#db = db;
  }

  async save(batch: Batch, write: Write & { op: 'session.save' }): Promise<SaveOutcome> {
    const { projectId, sessionId, change, files } = write;
    const row = await this.#db.heads.get([projectId, sessionId]);
    if (row && headProblem(row) === 'newer') throw tooNew(projectId, sessionId);
    const epoch = row ? row.epoch : await this.#epochOf(projectId, sessionId);
    if (change.epoch !== null && change.epoch < epoch) return { outcome: 'superseded' };
    const stored = row ? await this.#load(row) : null;
    if (!stored && change.epoch !== null) return { outcome: 'resend' };

    const next = applyChange(stored ?? emptyFile(projectId, sessionId, epoch), change);
    await this.#put(next);
    if (!next.putLive.length) await this.#updateFileUses(stored, next.file, files);
    batch.changed({ kind: 'session', projectId, sessionId, deleted: false });
    batch.afterCommit(() => this.#remember(next.file));
    return { outcome: 'saved', epoch };
  }

  async delete(batch: Batch, { projectId, sessionId }: SessionKey): Promise<void> {
    const row = await this.#db.heads.get([projectId, sessionId]);
    await deleteEntries(this.#db, projectId, sessionId);
    if (!row) return;
    await this.#db.epochs.put({
      projectId,
      sessionId,
      epoch: ((await this.#db.epochs.get([projectId, sessionId]))?.epoch ?? 0) + 1,
    });
    await deleteSessionRows(this.#db, projectId, sessionId);
    await releaseFiles(this.#db, { kind: 'session', projectId, ownerId: sessionId });
    batch.changed({ kind: 'session', projectId, sessionId, deleted: true });
  }

  /** Deletes every session of a project. One epoch for all of them keeps it at a handful of requests. */
  async deleteAll(batch: Batch, projectId: string): Promise<void> {
    await deleteEntries(this.#db, projectId);
    const any = await startingWith(this.#db.heads, projectId).first();
    if (!any) return;
    await this.#db.epochs.put({
      projectId,
      sessionId: '',
      epoch: ((await this.#db.epochs.get([projectId, '']))?.epoch ?? 0) + 1,
    });
    await deleteSessionRows(this.#db, projectId);
    await releaseFiles(this.#db, { kind: 'session', projectId });
    batch.changed({ kind: 'project', projectId, deleted: true });
  }

  /** The stored file inside a transaction: the committed copy if it is current, else read. */
  async #load(head: HeadRow): Promise<SessionFile> {
    const problem = headProblem(head);
    if (problem !== null) throw new DamagedFile(head, problem);
    const copy = this.#committed.get(cacheKey(head));
    if (copy?.head.revision === head.revision && copy.head.epoch === head.epoch) return copy;
    const pages = await this.#db.pages.bulkGet(head.pages.map(([n]) => pageKey(head, n)));
    const live = head.liveCount > 0 ? await startingWith(this.#db.live, head.projectId, head.sessionId).toArray() : [];
    const file = assemble(head, pages, live);
    if (typeof file === 'string') throw new DamagedFile(head, file);
    return file;
  }

  async #put({ file, putPages, dropPages, putLive, clearLive }: SessionWrite): Promise<void> {
    const { projectId, sessionId } = file.head;
    const { heads, pages, live } = this.#db;
    const requests: PromiseLike<unknown>[] = [heads.put(file.head)];
    if (putPages.length > 0) requests.push(pages.bulkPut(putPages));
    if (dropPages.length > 0) requests.push(pages.bulkDelete(dropPages.map((n) => [projectId, sessionId, n])));
    if (putLive.length > 0) requests.push(live.bulkPut(putLive));
    if (clearLive) requests.push(deleteStarting(live, projectId, sessionId));
    await Promise.all(requests);
  }

  async #updateFileUses(before: SessionFile | null, after: SessionFile, bytes?: Record<string, Blob>): Promise<void> {
    const { projectId, sessionId: ownerId } = after.head;
    const now = filePaths(after);
    const gone = [...(before ? filePaths(before) : [])].filter((path) => !now.has(path));
    if (now.size > 0) await useFiles(this.#db, { kind: 'session', projectId, ownerId }, [...now], bytes);
    for (const path of gone) await releaseFiles(this.#db, { kind: 'session', projectId, ownerId, path });
  }

  /** Epochs only grow, and so does the sum of a session's own and its project's. */
  async #epochOf(projectId: string, sessionId: string): Promise<number> {
    const rows = await this.#db.epochs.bulkGet([
      [projectId, sessionId],
      [projectId, ''],
    ]);
    return rows.reduce((sum, row) => sum + (row?.epoch ?? 0), 0);
  }

  #remember(file: SessionFile): void {
    const key = cacheKey(file.head);
    this.#committed.delete(key);
    this.#committed.set(key, file);
    for (const oldest of this.#committed.keys()) {
      if (this.#committed.size <= CACHE_FILES) break;
      this.#committed.delete(oldest);
    }
  }
}

const cacheKey = ({ projectId, sessionId }: SessionKey): string => JSON.stringify([projectId, sessionId]);
const pageKey = ({ projectId, sessionId }: HeadRow, n: number): [string, string, number] => [projectId, sessionId, n];

function filePaths({ lists }: SessionFile): Set<string> {
  const paths = new Set<string>();
  for (const message of (lists.messages ?? []) as PersistedChatMessage[]) {
    for (const upload of message.uploads ?? []) paths.add(upload.path);
  }
  for (const artifact of (lists.artifacts ?? []) as PersistedArtifact[]) paths.add(artifact.path);
  return paths;
}

function tooNew(projectId: string, sessionId: string): StorageError {
  return new StorageError({
    code: 'store-too-new',
    message: `${sessionPath(projectId, sessionId)} was written by a newer version and is left untouched.`,
    retryable: false,
  });
}
