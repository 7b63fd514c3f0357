import type { EntryPatch, Settings } from './arguments';
import type { Change } from './changes';
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

/** The head of a session whose messages are counted already. */
export function headOf(session: Omit<SessionHead, 'messageCount'>, messageCount: number): SessionHead {
  const { projectId, id, title, cwd, status, error, createdAt, updatedAt } = session;
  const times = { createdAt, updatedAt };
  return { projectId, id, title, cwd, status, ...(error !== undefined && { error }), ...times, messageCount };
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
  /** Resolves once no page runs the session any more: its tab may have died without a word. */
  runEnds(key: SessionKey): Promise<void>;
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
