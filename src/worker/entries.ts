import type { EntryPatch } from '../contract/arguments';
import type { Entry, EntryKey } from '../contract/library';
import { deleteStarting, type Database } from './database';

export async function readEntry(db: Database, { projectId, sessionId }: EntryKey): Promise<Entry> {
  const { draft, agentId } = (await db.entries.get([projectId, sessionId])) ?? {};
  return { ...(draft !== undefined && { draft }), ...(agentId !== undefined && { agentId }) };
}

/** Changes the named fields; `null` clears one, and an entry with nothing left goes. */
export async function saveEntry(db: Database, key: EntryKey, patch: EntryPatch): Promise<void> {
  const { projectId, sessionId } = key;
  const merged = Object.entries({ ...(await readEntry(db, key)), ...patch });
  const kept = Object.fromEntries(merged.filter(([, value]) => value !== null && value !== undefined));
  if (Object.keys(kept).length === 0) await db.entries.delete([projectId, sessionId]);
  else await db.entries.put({ projectId, sessionId, ...kept });
}

/** Deletes one session's entry or all of a project. */
export async function deleteEntries(db: Database, ...start: [projectId: string, sessionId?: string]): Promise<void> {
  await deleteStarting(db.entries, ...start.filter((part) => part !== undefined));
}
