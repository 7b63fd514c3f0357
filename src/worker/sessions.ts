import type { SaveOutcome, StoredSession, Write } from '../contract/backend';
import { StorageError } from '../contract/errors';
import type { SessionHead } from '../contract/library';
import type { PersistedArtifact, PersistedChatMessage, SessionKey } from '../contract/sessions';
import {
  between,
  deleteStarting,
  startingWith,
  type Database,
  type HeadRow,
  type LiveRow,
  type PageRow,
} from './database';
import { deleteEntries } from './entries';
import { releaseFiles, useFiles } from './files';
import { quarantine } from './quarantine';
import {
  applyChange,
  assemble,
  emptyFile,
  headProblem,
  sessionPath,
  toHead,
  toSession,
  type SessionFile,
  type SessionWrite,
} from './session-file';
import type { Batch } from './writes';

/** How many files are kept as they were last committed, so that a save need not read what it compares with. */
const CACHE_FILES = 8;

/** The session files of the database. */
export class Sessions {
  #db: Database;
  /** A copy is only used while its revision is the stored one: another tab may have written since. */
  #committed = new Map<string, SessionFile>();

  constructor(db: Database) {
    this.#db = db;
  }

  async heads(): Promise<SessionHead[]> {
    const rows = await this.#db.heads.toArray();
    const damaged = rows.filter((row) => isDamage(headProblem(row)));
    for (const row of damaged) await this.#moveToQuarantine(row, `${headProblem(row)}`);
    return rows
      .filter((row) => headProblem(row) === null)
      .map(toHead)
      .sort((a, b) => b.updatedAt - a.updatedAt);
  }

  async keys(): Promise<SessionKey[]> {
    const keys = await this.#db.heads.toCollection().primaryKeys();
    return keys.map(([projectId, sessionId]) => ({ projectId, sessionId }));
  }

  async read(from: SessionKey, to: SessionKey): Promise<StoredSession[]> {
    const sessions: StoredSession[] = [];
    for (const rows of await this.#rowsBetween(from, to)) {
      const session = await this.#decode(rows);
      if (session) sessions.push(session);
    }
    return sessions;
  }

  async save(batch: Batch, write: Write & { op: 'session.save' }): Promise<SaveOutcome> {
    const { projectId, sessionId, change, files } = write;
    const row = await this.#db.heads.get([projectId, sessionId]);
    if (row && headProblem(row) === 'newer') throw tooNew(projectId, sessionId);
    const epoch = row ? row.epoch : await this.#epochOf(projectId, sessionId);
    if (change.epoch !== null && change.epoch < epoch) return { outcome: 'superseded' };
    const stored = row && headProblem(row) === null ? await this.#load(row) : null;
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
    await this.#deleteRows(projectId, sessionId);
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
    await this.#deleteRows(projectId);
    await releaseFiles(this.#db, { kind: 'session', projectId });
    batch.changed({ kind: 'project', projectId, deleted: true });
  }

  /** Project ids that have sessions. */
  async projectIds(): Promise<Set<string>> {
    return new Set((await this.keys()).map(({ projectId }) => projectId));
  }

  /** Sessions that a newer version of the app wrote: left alone. */
  async newer(): Promise<SessionKey[]> {
    const rows = await this.#db.heads.filter((row) => headProblem(row) === 'newer').toArray();
    return rows.map(({ projectId, sessionId }) => ({ projectId, sessionId }));
  }

  async #rowsBetween(from: SessionKey, to: SessionKey): Promise<SessionRows[]> {
    const { heads, pages, live } = this.#db;
    const ends = [from, to].map(({ projectId, sessionId }) => [projectId, sessionId]) as [string[], string[]];
    const [headRows, pageRows, liveRows] = await this.#db.transaction('r', [heads, pages, live], () =>
      Promise.all([between(heads, ...ends), between(pages, ...ends), between(live, ...ends)]),
    );
    const pagesOf = groupBySession(pageRows);
    const liveOf = groupBySession(liveRows);
    return headRows
      .filter((head) => headProblem(head) !== 'newer')
      .map((head) => ({ head, pages: pagesOf.get(cacheKey(head)) ?? [], live: liveOf.get(cacheKey(head)) ?? [] }));
  }

  async #decode({ head, pages, live }: SessionRows): Promise<StoredSession | null> {
    const problem = headProblem(head);
    const file = problem ?? assemble(head, pages, live);
    if (typeof file !== 'string') return { session: toSession(file), epoch: head.epoch };
    await this.#moveToQuarantine(head, file);
    return null;
  }

  /** The stored file inside a transaction: the committed copy if it is current, else read. */
  async #load(head: HeadRow): Promise<SessionFile | null> {
    const copy = this.#committed.get(cacheKey(head));
    if (copy?.head.revision === head.revision && copy.head.epoch === head.epoch) return copy;
    const pages = await this.#db.pages.bulkGet(head.pages.map(([n]) => pageKey(head, n)));
    const live = head.liveCount > 0 ? await startingWith(this.#db.live, head.projectId, head.sessionId).toArray() : [];
    const file = assemble(head, pages, live);
    return typeof file === 'string' ? null : file;
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

  async #deleteRows(...start: [projectId: string, sessionId?: string]): Promise<void> {
    const { heads, pages, live } = this.#db;
    const prefix = start.filter((part) => part !== undefined);
    await Promise.all([
      deleteStarting(heads, ...prefix),
      deleteStarting(pages, ...prefix),
      deleteStarting(live, ...prefix),
    ]);
  }

  async #moveToQuarantine(head: HeadRow, reason: string): Promise<void> {
    const { projectId, sessionId } = head;
    await this.#db.writing(['heads', 'pages', 'live', 'quarantine', 'values'], 'strict', async () => {
      const row = await this.#db.heads.get([projectId, sessionId]);
      if (!row || row.revision !== head.revision) return; // somebody wrote it anew meanwhile
      const pages = await startingWith(this.#db.pages, projectId, sessionId).toArray();
      const live = await startingWith(this.#db.live, projectId, sessionId).toArray();
      await quarantine(this.#db, { path: sessionPath(projectId, sessionId), reason, raw: { head: row, pages, live } });
      await this.#deleteRows(projectId, sessionId);
    });
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

interface SessionRows {
  head: HeadRow;
  pages: PageRow[];
  live: LiveRow[];
}

function groupBySession<Row extends SessionKey>(rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = cacheKey(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

const isDamage = (problem: string | null): boolean => problem !== null && problem !== 'newer';
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
