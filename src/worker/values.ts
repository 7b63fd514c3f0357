import type { Settings } from '../contract/library';
import { settingSchemas } from '../contract/library';
import { sanitizeManifest } from '../contract/sanitize';
import type { PersistedSessionManifest } from '../contract/sessions';
import type { Database } from './database';

const MANIFEST = 'manifest';
const settingKey = (key: string) => `setting:${key}`;

export async function readManifest(db: Database): Promise<PersistedSessionManifest> {
  return sanitizeManifest((await db.values.get(MANIFEST))?.value);
}

export async function writeManifest(db: Database, manifest: Omit<PersistedSessionManifest, 'version'>): Promise<void> {
  await db.values.put({ key: MANIFEST, value: { version: 1, ...manifest } });
}

/** Every setting that is stored and still has its shape. */
export async function readSettings(db: Database): Promise<Partial<Settings>> {
  const keys = Object.keys(settingSchemas) as (keyof Settings)[];
  const rows = await db.values.bulkGet(keys.map(settingKey));
  const settings: Record<string, unknown> = {};
  keys.forEach((key, index) => {
    const parsed = settingSchemas[key].safeParse(rows[index]?.value);
    if (parsed.success) settings[key] = parsed.data;
  });
  return settings as Partial<Settings>;
}

export async function writeSetting(db: Database, key: keyof Settings, value: unknown): Promise<void> {
  await db.values.put({ key: settingKey(key), value });
}

/**
 * Takes the next `count` numbers of a sequence inside the caller's transaction and returns the first. The counter is
 * a row like any other: an aborted transaction takes it back together with the rows that were numbered.
 */
export async function nextNumbers(
  db: Database,
  sequence: 'message' | 'chat' | 'quarantine',
  count: number,
): Promise<number> {
  const key = `next:${sequence}`;
  const next = ((await db.values.get(key))?.value as number | undefined) ?? 1;
  await db.values.put({ key, value: next + count });
  return next;
}
