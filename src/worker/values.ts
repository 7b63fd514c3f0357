import type { Settings } from '../contract/arguments';
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

/** Every setting that is stored; the page checks their shapes. */
export async function readSettings(db: Database): Promise<Record<string, unknown>> {
  const rows = await db.values.where('key').startsWith(settingKey('')).toArray();
  return Object.fromEntries(rows.map(({ key, value }) => [key.slice(settingKey('').length), value]));
}

export async function writeSetting(db: Database, key: keyof Settings, value: unknown): Promise<void> {
  await db.values.put({ key: settingKey(key), value });
}
