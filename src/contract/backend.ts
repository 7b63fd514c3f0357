import type { EntryPatch, Settings } from './arguments';
import type { ChatEmbed, ChatMessage, ChatMeta, ChatSession, CreateMessageOptions } from './chat';
import type { StorageErrorData } from './errors';
import type { Diagnostic, Entry, EntryKey, SessionHead } from './library';
import type { Project } from './projects';
import type {
  PersistedArtifact,
  PersistedChatMessage,
  PersistedChatSession,
  PersistedSessionManifest,
  PersistedToolActivity,
  SessionKey,
} from './sessions';

/**
 * What the database's owner offers, over the wire or in the same process. Every method is async, so a Comlink proxy
 * of a `Backend` is a `Backend`. It trusts its arguments: they were checked at the page's door.
 */
export interface Backend {
  /**
   * Applies the writes in order, in one transaction; settles after the commit. A write that fails alone gets its
   * error and does not stop the others.
   */
  write(client: string, writes: Write[]): Promise<WriteResult[]>;
  /** Newest `updatedAt` first (ties: key order), as stored: a running session reads as running. */
  heads(): Promise<SessionHead[]>;
  /** Every session's key, in key order. */
  keys(): Promise<SessionKey[]>;
  /** Every readable session from one key to another, both included, in key order, as stored. */
  sessions(from: SessionKey, to: SessionKey): Promise<StoredSession[]>;
  manifest(): Promise<PersistedSessionManifest>;
  projects(): Promise<Project[]>;
  chats(): Promise<ChatSession[]>;
  messages(session: string, range: MessageRange): Promise<ChatMessage[]>;
  file(path: string): Promise<Blob | null>;
  entry(key: EntryKey): Promise<Entry>;
  settings(): Promise<Record<string, unknown>>;
  diagnostics(): Promise<Diagnostic[]>;
}

export interface StoredSession {
  session: PersistedChatSession;
  /** How often a session of this key had been deleted before: a save that names an older one comes too late. */
  epoch: number;
}

/** Both exclusive; `limit` keeps the last rows of what is left. */
export interface MessageRange {
  since: number;
  before?: number;
  limit?: number;
}

export type Write = { files?: Record<string, Blob> } & (
  | { op: 'session.save'; projectId: string; sessionId: string; change: SessionChange }
  | { op: 'session.delete'; projectId: string; sessionId: string }
  | { op: 'project.clear'; projectId: string }
  | { op: 'manifest.save'; manifest: Omit<PersistedSessionManifest, 'version'> }
  | { op: 'project.create'; id: string; name: string; at: number }
  | { op: 'project.rename'; id: string; name: string; at: number }
  | { op: 'project.delete'; id: string }
  | { op: 'chat.create'; id: string; label: string; type: string; meta: ChatMeta | null; at: string }
  | { op: 'chat.remove'; session: string }
  | { op: 'chat.clear'; session: string }
  | { op: 'message.create'; session: string; message: NewChatMessage; at: string }
  | { op: 'entry.save'; key: EntryKey; patch: EntryPatch }
  | { op: 'setting.save'; key: keyof Settings; value: unknown }
);

export interface NewChatMessage extends Pick<CreateMessageOptions, 'actor' | 'kind'> {
  content: string;
  embeds: Record<string, ChatEmbed> | null;
  meta: ChatMeta | null;
}

export type WriteResult = { value: unknown } | { error: StorageErrorData };

/** What `session.save` answers. `resend`: the store has nothing to apply the change to, the whole session is wanted. */
export type SaveOutcome = { outcome: 'saved'; epoch: number } | { outcome: 'superseded' } | { outcome: 'resend' };

export type SessionFields = Omit<PersistedChatSession, 'id' | 'projectId' | SessionListName>;
export const SESSION_LISTS = ['messages', 'activities', 'artifacts'] as const;
export type SessionListName = (typeof SESSION_LISTS)[number];
export type SessionItem = PersistedChatMessage | PersistedToolActivity | PersistedArtifact;

/**
 * What a client changed since it last saw the session. Sending the change and not the record is what lets two tabs
 * edit one session without erasing each other, and keeps a save of a long session small.
 */
export interface SessionChange {
  /** The epoch the client saw; `null` when it never saw the session, then the change holds everything. */
  epoch: number | null;
  set: Partial<SessionFields>;
  unset: (keyof SessionFields)[];
  lists: Partial<Record<SessionListName, ListChange>>;
}

/** Items are named by `itemKeys`, since a list may hold an id twice. */
export interface ListChange {
  /** Whether the list is there at all; `[]` and an absent list are different. */
  present: boolean;
  added: KeyedItem[];
  /** The whole item, and which of its fields the client changed. */
  changed: (KeyedItem & { fields: string[] })[];
  removed: string[];
  /** Every key in the client's order, or `null` when new items only follow old ones. */
  order: string[] | null;
}

export interface KeyedItem {
  key: string;
  item: SessionItem;
}

/** A key per item: its id, and for a repeated id its count as well. NUL cannot be mistaken for part of a real id. */
export function itemKeys(items: readonly { id: string }[]): string[] {
  const seen = new Map<string, number>();
  return items.map(({ id }) => {
    const count = seen.get(id) ?? 0;
    seen.set(id, count + 1);
    return count === 0 ? id : `${id}\0${count}`;
  });
}
