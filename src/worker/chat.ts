import type { MessageRange, Write } from '../contract/backend';
import type { ChatMessage, ChatMeta, ChatSession } from '../contract/chat';
import { deleteStarting, type ChatRow, type Database } from './database';
import { releaseFiles, useFiles } from './files';
import type { Batch } from './writes';

type MessageWrite = Write & { op: 'message.create' };

/** Newest `created_at` first, ties by newest inserted. */
export async function listChats(db: Database): Promise<ChatSession[]> {
  const rows = await db.chats.toArray();
  rows.sort((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : b.n - a.n));
  return rows.map(({ id, label, type, meta, cwd, created_at }) => ({ id, label, type, meta, cwd, created_at }));
}

export async function listMessages(
  db: Database,
  session: string,
  { since, before, limit }: MessageRange,
): Promise<ChatMessage[]> {
  const range = db.messages
    .where(':id')
    .between([session, since], [session, before ?? Infinity], false, before === undefined);
  if (limit === undefined) return range.toArray();
  return (await range.reverse().limit(limit).toArray()).reverse();
}

/** Creates a chat, or leaves the stored one as it is; returns the stored `meta`. */
export async function createChat(
  db: Database,
  batch: Batch,
  write: Write & { op: 'chat.create' },
): Promise<ChatMeta | null> {
  const { id, label, type, meta, at } = write;
  const stored = await db.chats.get(id);
  if (stored) return stored.meta;
  await addChat(db, { id, label, type, meta, created_at: at });
  batch.changed({ kind: 'chat', session: id, deleted: false });
  return meta;
}

/** Adds messages in order and the chats that are missing; returns the ids given out. */
export async function createMessages(db: Database, batch: Batch, writes: MessageWrite[]): Promise<number[]> {
  const sessions = [...new Set(writes.map((write) => write.session))];
  // Asked for side by side: one request after another would double the time of a single message.
  const [stored, first] = await Promise.all([
    db.chats.bulkGet(sessions),
    db.sequences.take(db, 'message', writes.length, (start) =>
      db.messages.bulkAdd(writes.map((write, index) => newMessage(write, start + index))),
    ),
  ]);
  for (const [index, id] of sessions.entries()) {
    if (stored[index]) continue;
    const { at } = writes.find((write) => write.session === id)!;
    await addChat(db, { id, label: id, type: 'main', meta: null, created_at: at });
  }
  for (const { session, message, files } of writes) {
    if (!message.embeds) continue;
    const paths = Object.values(message.embeds).map((embed) => embed.path);
    await useFiles(db, { kind: 'chat', projectId: '', ownerId: session }, paths, files);
  }
  for (const session of sessions) batch.changed({ kind: 'chat', session, deleted: false });
  return writes.map((_, index) => first + index);
}

export async function clearChat(db: Database, batch: Batch, session: string): Promise<void> {
  await deleteStarting(db.messages, session);
  await releaseFiles(db, { kind: 'chat', projectId: '', ownerId: session });
  batch.changed({ kind: 'chat', session, deleted: false });
}

export async function removeChat(db: Database, batch: Batch, session: string): Promise<void> {
  await clearChat(db, batch, session);
  await db.chats.delete(session);
  batch.changed({ kind: 'chat', session, deleted: true });
}

async function addChat(db: Database, chat: Omit<ChatRow, 'n' | 'cwd'>): Promise<void> {
  await db.sequences.take(db, 'chat', 1, (n) => db.chats.add({ ...chat, cwd: null, n }));
}

function newMessage({ session, message, at }: MessageWrite, id: number): ChatMessage {
  const { actor, kind, content, embeds, meta } = message;
  return { id, session_id: session, actor, kind, content, embeds, meta, created_at: at, updated_at: at };
}
