import { FILE_PATH } from '../contract/files';
import { startingWith, type Database, type FileUseRow } from './database';

type Owner = Omit<FileUseRow, 'path'>;

/**
 * Notes that an owner refers to these paths and stores the bytes that came along. Call inside the transaction that
 * writes the referring row.
 */
export async function useFiles(db: Database, owner: Owner, paths: string[], bytes: Record<string, Blob> = {}) {
  const stored = [...new Set(paths)].filter((path) => FILE_PATH.test(path));
  for (const path of stored) {
    const blob = bytes[path];
    if (blob && !(await db.files.get(path))) await db.files.add({ path, bytes: blob, mimeType: blob.type });
  }
  if (stored.length > 0) await db.fileUses.bulkPut(stored.map((path) => ({ ...owner, path })));
}

/** Ends an owner's use of one path, or of all; bytes that nothing else refers to go. */
export async function releaseFiles(
  db: Database,
  owner: { kind: Owner['kind']; projectId: string; ownerId?: string; path?: string },
) {
  const start = [owner.kind, owner.projectId, owner.ownerId, owner.path].filter((part) => part !== undefined);
  const uses = await startingWith(db.fileUses, ...start).toArray();
  if (uses.length === 0) return;
  await db.fileUses.bulkDelete(uses.map((use) => [use.kind, use.projectId, use.ownerId, use.path]));
  for (const path of new Set(uses.map((use) => use.path))) {
    if ((await db.fileUses.where('path').equals(path).count()) === 0) await db.files.delete(path);
  }
}

/** The bytes stored under a path, or `null`. */
export async function readFile(db: Database, path: string): Promise<Blob | null> {
  const row = await db.files.get(path);
  if (!row) return null;
  return row.bytes instanceof Blob ? row.bytes : new Blob([row.bytes], { type: row.mimeType });
}
