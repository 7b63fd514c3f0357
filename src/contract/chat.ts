import type { CreateChatOptions, ListMessagesOptions } from './arguments';

export const CHAT_ACTORS = ['user', 'assistant', 'system'] as const;
export const CHAT_KINDS = ['text', 'thinking', 'tool_use', 'tool_result', 'status', 'error'] as const;

export type ChatActor = (typeof CHAT_ACTORS)[number];
export type ChatKind = (typeof CHAT_KINDS)[number];
export type ChatMeta = Record<string, unknown>;

/** A file that a message refers to as `![alt](embed://id)`. */
export interface ChatEmbed {
  mime_type: string;
  path: string;
  meta?: ChatMeta;
}

/** `created_at` is an ISO-8601 UTC string with milliseconds. */
export interface ChatSession {
  id: string;
  label: string;
  type: string;
  meta: ChatMeta | null;
  cwd: string | null;
  created_at: string;
}

export interface ChatMessage {
  /** One rising sequence over all chat sessions. */
  id: number;
  session_id: string;
  actor: ChatActor;
  kind: ChatKind;
  content: string;
  embeds: Record<string, ChatEmbed> | null;
  meta: ChatMeta | null;
  created_at: string;
  updated_at: string;
}

export interface CreateMessageOptions {
  actor: ChatActor;
  kind: ChatKind;
  content?: string;
  embeds?: Record<string, ChatEmbed>;
  meta?: ChatMeta;
}

/** `window.client.chat`. Every method rejects with a `StorageError`. */
export interface ChatApi {
  /** Newest first. */
  listSessions(): Promise<{ sessions: ChatSession[] }>;
  /** An id that exists is left as it is, and its stored `meta` is returned. */
  createSession(options?: CreateChatOptions): Promise<{ status: 'created'; id: string; meta: ChatMeta | null }>;
  /** Removes the row, its messages, and files that nothing else refers to. */
  removeSession(session: string): Promise<{ status: 'deleted' }>;
  /**
   * Ascending ids. `since` is exclusive; 0 and below mean all. `before` (exclusive) and `limit` page backwards: the
   * last `limit` rows of what is left.
   */
  listMessages(session: string, options?: ListMessagesOptions): Promise<{ messages: ChatMessage[] }>;
  /** Creates the session too where it is missing. The id is given out after the commit. */
  createMessage(session: string, options: CreateMessageOptions): Promise<{ status: 'created'; id: number }>;
  /** Removes the messages; the session stays. */
  clearMessages(session: string): Promise<{ status: 'cleared' }>;
}
