import type { MessageRange, Write } from '../contract/backend';
import type { ChatMessage, ChatMeta, ChatSession } from '../contract/chat';
import { startingWith, type ChatRow, type Database } from './database';
import { releaseFiles, useFiles } from './files';
import { nextNumbers } from './values';
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
  await db.chats.add(await newChat(db, { id, label, type, meta, created_at: at }));
  batch.changed({ kind: 'chat', session: id, deleted: false });
  return meta;
}

/** Adds messages in order and the chats that are missing; returns the ids given out. */
export async function createMessages(db: Database, batch: Batch, writes: MessageWrite[]): Promise<number[]> {
  const sessions = [...new Set(writes.map((write) => write.session))];
  const stored = await db.chats.bulkGet(sessions);
  for (const [index, id] of sessions.entries()) {
    if (stored[index]) continue;
    const first = writes.find((write) => write.session === id)!;
    await db.chats.add(await newChat(db, { id, label: id, type: 'main', meta: null, created_at: first.at }));
  }
  const start = await nextNumbers(db, 'message', writes.length);
  const rows = writes.map(({ session, message, at }, index): ChatMessage => {
    const { actor, kind, content, embeds, meta } = message;
    return {
      id: start + index,
      session_id: session,
      actor,
      kind,
      content,
      embeds,
      meta,
      created_at: at,
      updated_at: at,
    };
  });
  await db.messages.bulkAdd(rows);
  for (const { session, message, files } of writes) {
    if (!message.embeds) continue;
    const paths = Object.values(message.embeds).map((embed) => embed.path);
    await useFiles(db, { kind: 'chat', projectId: '', ownerId: session }, paths, files);
  }
  for (const session of sessions) batch.changed({ kind: 'chat', session, deleted: false });
  return rows.map((row) => row.id);
}

export async function clearChat(db: Database, batch: Batch, session: string): Promise<void> {
  await startingWith(db.messages, session).delete();
  await releaseFiles(db, { kind: 'chat', projectId: '', ownerId: session });
  batch.changed({ kind: 'chat', session, deleted: false });
}

export async function removeChat(db: Database, batch: Batch, session: string): Promise<void> {
  await clearChat(db, batch, session);
  await db.chats.delete(session);
  batch.changed({ kind: 'chat', session, deleted: true });
}

async function newChat(db: Database, chat: Omit<ChatRow, 'n' | 'cwd'>): Promise<ChatRow> {
  return { ...chat, cwd: null, n: await nextNumbers(db, 'chat', 1) };
}
