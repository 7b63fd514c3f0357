import { type Settings, entryKeySchema, entryPatchSchema, settingSchemas } from '../contract/arguments';
import type { Backend } from '../contract/backend';
import { check } from '../contract/check';
import { invalidArgument } from '../contract/errors';
import { type LibraryApi } from '../contract/library';
import { watchChanges } from './changes';
import type { Outbox } from './outbox';
import type { SessionsClient } from './sessions';

/** The page's end of what the app keeps beside the two source APIs. `client` names this page among the tabs. */
export function createLibrary(backend: Backend, outbox: Outbox, sessions: SessionsClient, client: string): LibraryApi {
  return {
    heads: sessions.heads,
    session: sessions.session,
    runEnds: sessions.runEnds,
    async manifest() {
      await outbox.settled();
      return backend.manifest();
    },
    async entry(request) {
      const key = check(entryKeySchema, request);
      await outbox.settled();
      return backend.entry(key);
    },
    async saveEntry(request, values) {
      const key = check(entryKeySchema, request);
      const patch = check(entryPatchSchema, values);
      await outbox.write(() => ({ op: 'entry.save', key, patch }));
    },
    async settings() {
      await outbox.settled();
      return wellFormed(await backend.settings());
    },
    async saveSetting(key, value) {
      const schema = Object.hasOwn(settingSchemas, key) ? settingSchemas[key] : null;
      if (!schema) throw invalidArgument('key', `key: must be one of ${Object.keys(settingSchemas).join(', ')}`);
      const checked: unknown = check(schema, value, key);
      await outbox.write(() => ({ op: 'setting.save', key, value: checked }));
    },
    async diagnostics() {
      await outbox.settled();
      return backend.diagnostics();
    },
    watch: (listener) => watchChanges(client, listener),
  };
}

/** The settings that still have their shape: an older or newer version may have stored another one. */
function wellFormed(stored: Record<string, unknown>): Partial<Settings> {
  const settings = Object.entries(settingSchemas).flatMap(([key, schema]) => {
    const parsed = schema.safeParse(stored[key]);
    return parsed.success ? [[key, parsed.data]] : [];
  });
  return Object.fromEntries(settings) as Partial<Settings>;
}
