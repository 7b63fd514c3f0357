import type { StoredSession } from '../contract/backend';
import type { SessionHead } from '../contract/library';
import type { SessionKey } from '../contract/sessions';
import {
  between,
  deleteStarting,
  startingWith,
  type Database,
  type HeadRow,
  type LiveRow,
  type PageRow,
} from './database';
import { quarantine } from './quarantine';
import { assemble, headProblem, sessionPath, toHead, toSession } from './session-file';

/** Newest `updatedAt` first; damaged rows go to quarantine. */
export async function readHeads(db: Database): Promise<SessionHead[]> {
  const heads: SessionHead[] = [];
  for (const row of await db.heads.toArray()) {
    const problem = headProblem(row);
    if (problem === null) heads.push(toHead(row));
    else if (problem !== 'newer') await moveToQuarantine(db, row, problem);
  }
  return heads.sort((a, b) => b.updatedAt - a.updatedAt);
}

export async function readKeys(db: Database): Promise<SessionKey[]> {
  const keys = await db.heads.toCollection().primaryKeys();
  return keys.map(([projectId, sessionId]) => ({ projectId, sessionId }));
}

/** Every readable session from one key to another; damaged ones go to quarantine. */
export async function readSessions(db: Database, from: SessionKey, to: SessionKey): Promise<StoredSession[]> {
  const sessions: StoredSession[] = [];
  for (const { head, pages, live } of await rowsBetween(db, from, to)) {
    const file = headProblem(head) ?? assemble(head, pages, live);
    if (typeof file === 'string') await moveToQuarantine(db, head, file);
    else sessions.push({ session: toSession(file), epoch: head.epoch });
  }
  return sessions;
}

/** Sessions that a newer version of the app wrote: left alone. */
export async function readNewer(db: Database): Promise<SessionKey[]> {
  const rows = await db.heads.filter((row) => headProblem(row) === 'newer').toArray();
  return rows.map(({ projectId, sessionId }) => ({ projectId, sessionId }));
}

/** Keeps a session that cannot be read, all its rows as they are, and takes it out of the way. */
export async function moveToQuarantine(db: Database, head: HeadRow, reason: string): Promise<void> {
  const { projectId, sessionId } = head;
  await db.writing(['heads', 'pages', 'live', 'quarantine', 'values'], 'strict', async () => {
    const row = await db.heads.get([projectId, sessionId]);
    if (!row || row.revision !== head.revision) return; // somebody wrote it anew meanwhile
    const pages = await startingWith(db.pages, projectId, sessionId).toArray();
    const live = await startingWith(db.live, projectId, sessionId).toArray();
    await quarantine(db, { path: sessionPath(projectId, sessionId), reason, raw: { head: row, pages, live } });
    await deleteSessionRows(db, projectId, sessionId);
  });
}

/** Deletes the rows of one session or of a project's, inside the caller's transaction. */
export async function deleteSessionRows(
  db: Database,
  ...start: [projectId: string, sessionId?: string]
): Promise<void> {
  const prefix = start.filter((part) => part !== undefined);
  await Promise.all([
    deleteStarting(db.heads, ...prefix),
    deleteStarting(db.pages, ...prefix),
    deleteStarting(db.live, ...prefix),
  ]);
}

interface SessionRows {
  head: HeadRow;
  pages: PageRow[];
  live: LiveRow[];
}

async function rowsBetween(db: Database, from: SessionKey, to: SessionKey): Promise<SessionRows[]> {
  const ends = [from, to].map(({ projectId, sessionId }) => [projectId, sessionId]) as [string[], string[]];
  const [heads, pages, live] = await db.transaction('r', [db.heads, db.pages, db.live], () =>
    Promise.all([between(db.heads, ...ends), between(db.pages, ...ends), between(db.live, ...ends)]),
  );
  const pagesOf = groupBySession(pages);
  const liveOf = groupBySession(live);
  return heads
    .filter((head) => headProblem(head) !== 'newer')
    .map((head) => ({ head, pages: pagesOf.get(textOf(head)) ?? [], live: liveOf.get(textOf(head)) ?? [] }));
}

function groupBySession<Row extends SessionKey>(rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(textOf(row));
    if (group) group.push(row);
    else groups.set(textOf(row), [row]);
  }
  return groups;
}

const textOf = ({ projectId, sessionId }: SessionKey): string => JSON.stringify([projectId, sessionId]);
