import type { Database, QuarantineRow } from './database';

/** Keeps a row that could not be read, whole and with the reason, inside the caller's transaction. */
export async function quarantine(db: Database, row: Pick<QuarantineRow, 'path' | 'reason' | 'raw'>): Promise<void> {
  await db.sequences.take(db, 'quarantine', 1, (n) => db.quarantine.add({ n, at: Date.now(), ...row }));
}
