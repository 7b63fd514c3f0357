import {
  chatIdSchema,
  createChatSchema,
  createMessageSchema,
  embedSchema,
  listMessagesSchema,
  type CreateChatOptions,
  type ListMessagesOptions,
} from '../contract/arguments';
import type { Backend, NewChatMessage } from '../contract/backend';
import { type ChatApi, type ChatEmbed, type ChatMeta, type CreateMessageOptions } from '../contract/chat';
import { check } from '../contract/check';
import { invalidArgument } from '../contract/errors';
import type { StagedFiles } from './files';
import type { Outbox } from './outbox';
import { newId } from '../lib/id';

/** The page's end of the chats. */
export function createChat(backend: Backend, outbox: Outbox, files: StagedFiles): ChatApi {
  return {
    async listSessions() {
      await outbox.settled();
      return { sessions: await backend.chats() };
    },
    async createSession(options: CreateChatOptions = {}) {
      const { id = newId(), label = id, type = 'background', meta = null } = check(createChatSchema, options);
      const at = new Date().toISOString();
      const stored = await outbox.write(() => ({ op: 'chat.create', id, label, type, meta, at }));
      return { status: 'created', id, meta: stored as ChatMeta | null };
    },
    async removeSession(session: string) {
      const id = check(chatIdSchema, session, 'session');
      await outbox.write(() => ({ op: 'chat.remove', session: id }));
      return { status: 'deleted' };
    },
    async listMessages(session: string, options: ListMessagesOptions = {}) {
      const id = check(chatIdSchema, session, 'session');
      const { since, before, limit } = check(listMessagesSchema, options);
      await outbox.settled();
      const range = { since: Math.max(0, since ?? 0), before: before ?? undefined, limit: limit ?? undefined };
      return { messages: await backend.messages(id, range) };
    },
    async createMessage(session: string, options: CreateMessageOptions) {
      const id = check(chatIdSchema, session, 'session');
      const message = newMessage(options);
      const at = new Date().toISOString();
      const paths = Object.values(message.embeds ?? {}).map((embed) => embed.path);
      const created = await outbox.write(() => ({
        op: 'message.create',
        session: id,
        message,
        at,
        ...files.attach(paths),
      }));
      files.stored(paths);
      return { status: 'created', id: created as number };
    },
    async clearMessages(session: string) {
      const id = check(chatIdSchema, session, 'session');
      await outbox.write(() => ({ op: 'chat.clear', session: id }));
      return { status: 'cleared' };
    },
  };
}

function newMessage(options: CreateMessageOptions): NewChatMessage {
  if (!options?.actor || !options.kind) {
    throw invalidArgument(options?.actor ? 'kind' : 'actor', 'actor and kind are required');
  }
  const { actor, kind, content = '', embeds, meta } = check(createMessageSchema, options);
  for (const [id, embed] of Object.entries(embeds ?? {})) check(embedSchema, embed, `embeds.${id}`);
  return {
    actor,
    kind,
    content,
    embeds: nullIfEmpty(embeds) as Record<string, ChatEmbed> | null,
    meta: nullIfEmpty(meta),
  };
}

function nullIfEmpty(object: Record<string, unknown> = {}): Record<string, unknown> | null {
  return Object.keys(object).length > 0 ? object : null;
}
