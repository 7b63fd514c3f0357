import * as z from 'zod/mini';
import type { Change } from './changes';
import { idSchema } from './ids';
import type { PersistedChatSession, PersistedSessionManifest, PersistedSessionStatus, SessionKey } from './sessions';

/** A session without its lists: what a sidebar shows. */
export interface SessionHead {
  projectId: string;
  id: string;
  title: string;
  cwd: string;
  status: PersistedSessionStatus;
  error?: string;
  createdAt: number;
  updatedAt: number;
  messageCount: number;
}

/** What the app keeps beside a session, never inside its record. */
export interface Entry {
  /** The unsent text. */
  draft?: string;
  /** The agent chosen in this conversation. */
  agentId?: string;
}

/**
 * The entry's key. `sessionId: ''` is the project's conversation that has not been started yet (no session can have
 * that id).
 */
export type EntryKey = SessionKey;

export const entryKeySchema = z.object({ projectId: idSchema, sessionId: z.union([idSchema, z.literal('')]) });
export const entryPatchSchema = z.strictObject({
  draft: z.nullish(z.string()),
  agentId: z.nullish(z.string()),
});
export type EntryPatch = z.infer<typeof entryPatchSchema>;

export const agentConfigSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.literal('openai'),
  /** The base address, such as `http://127.0.0.1:8080/v1`. */
  address: z.string(),
  key: z.optional(z.string()),
  model: z.string(),
});
/** An agent that the user set up; the built-in guide is not among them. */
export type AgentConfig = z.infer<typeof agentConfigSchema>;

/** Every setting and its shape. */
export const settingSchemas = {
  agents: z.array(agentConfigSchema),
  /** The agent of a new conversation. */
  defaultAgentId: z.string(),
  theme: z.enum(['system', 'light', 'dark']),
  sidebarOpen: z.boolean(),
} as const;
export type Settings = { [K in keyof typeof settingSchemas]: z.infer<(typeof settingSchemas)[K]> };

/** A row that could not be read: kept whole in quarantine, or left alone because a newer version wrote it. */
export interface Diagnostic {
  /** `sessions/<projectId>/<sessionId>.json` or the like. */
  path: string;
  reason: string;
  state: 'quarantined' | 'written by a newer version';
  /** Epoch milliseconds. */
  at: number;
}

/** `window.api.library`: what an app needs beyond the two source APIs. */
export interface LibraryApi {
  /** Every session without its lists, newest `updatedAt` first, interrupted ones shown as such. */
  heads(): Promise<SessionHead[]>;
  /** One session as `loadAll` would give it, or `null`. */
  session(key: SessionKey): Promise<PersistedChatSession | null>;
  manifest(): Promise<PersistedSessionManifest>;
  entry(key: EntryKey): Promise<Entry>;
  /** Changes the named fields only; `null` clears one. */
  saveEntry(key: EntryKey, patch: EntryPatch): Promise<void>;
  settings(): Promise<Partial<Settings>>;
  saveSetting<K extends keyof Settings>(key: K, value: Settings[K]): Promise<void>;
  diagnostics(): Promise<Diagnostic[]>;
  /** Calls back after other tabs' commits; the returned function ends it. */
  watch(listener: (change: Change) => void): () => void;
}
