import type { Database, QuarantineRow } from './database';
import { nextNumbers } from './values';

/** Keeps a row that could not be read, whole and with the reason, inside the caller's transaction. */
export async function quarantine(db: Database, row: Pick<QuarantineRow, 'path' | 'reason' | 'raw'>): Promise<void> {
  const n = await nextNumbers(db, 'quarantine', 1);
  await db.quarantine.add({ n, at: Date.now(), ...row });
}
