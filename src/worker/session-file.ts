import {
  SESSION_LISTS,
  type SessionChange,
  type SessionFields,
  type SessionItem,
  type SessionListName,
} from '../contract/backend';
import { headOf, type SessionHead } from '../contract/library';
import type { PersistedChatMessage, PersistedChatSession } from '../contract/sessions';
import type { HeadRow, LiveRow, PageRef, PageRow } from './database';
import { mergeList } from './merge';
import { repage, type Page } from './pages';

/** The version of the envelope that this code writes. */
const SESSION_VERSION = 1;

/** How a session is named in exports and messages. */
export const sessionPath = (projectId: string, sessionId: string): string => `sessions/${projectId}/${sessionId}.json`;

/** A session as it lies on disk: the head row, its lists, and the pages that hold them. */
export interface SessionFile {
  head: HeadRow;
  lists: Partial<Record<SessionListName, SessionItem[]>>;
  pages: Page[];
}

/** What has to be written to get from one state of a file to the next. */
export interface SessionWrite {
  file: SessionFile;
  putPages: PageRow[];
  dropPages: number[];
  putLive: LiveRow[];
  /** Whether the live rows are folded into the pages by this write. */
  clearLive: boolean;
}

/** What is wrong with a head row, `'newer'` when a later version wrote it, or `null`. */
export function headProblem(row: HeadRow): string | null {
  const version: unknown = row.version;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return 'its version is damaged';
  if (version > SESSION_VERSION) return 'newer';
  const session: unknown = row.session;
  if (typeof session !== 'object' || session === null) return 'its record is missing';
  if ((session as { id?: unknown }).id !== row.sessionId) return 'its id differs from the id it is stored under';
  const lists: unknown = row.lists;
  if (typeof lists !== 'object' || lists === null) return 'its lists are missing';
  if (typeof (lists as { messages?: unknown }).messages !== 'number') return 'its messages are missing';
  if (!Array.isArray(row.pages)) return 'its pages are missing';
  return null;
}

/** Puts a file together from its rows; a string says what is missing. */
export function assemble(head: HeadRow, rows: (PageRow | undefined)[], live: LiveRow[]): SessionFile | string {
  const byNumber = new Map(rows.map((row) => [row?.n, row]));
  const pages: Page[] = [];
  for (const [n, count] of head.pages) {
    const items = byNumber.get(n)?.items;
    if (!Array.isArray(items) || items.length !== count) return 'a page of it is missing or cut';
    pages.push({ n, items });
  }
  const items = pages.flatMap((page) => page.items);
  const lists: SessionFile['lists'] = {};
  let start = 0;
  for (const name of SESSION_LISTS) {
    const count = head.lists[name];
    if (count === undefined) continue;
    lists[name] = items.slice(start, start + count).filter(isItem);
    start += count;
  }
  if (start !== items.length) return 'its lists and its pages differ';
  if (live.length > 0) lists.messages = withGrowth(lists.messages ?? [], live);
  return { head, lists, pages };
}

/** The record as it lies on disk; the page's end rebuilds it from its known fields. */
export function toSession({ head, lists }: SessionFile): PersistedChatSession {
  const record = { ...head.session, ...lists, id: head.sessionId, projectId: head.projectId };
  return record as PersistedChatSession;
}

export function toHead({ projectId, session, lists }: HeadRow): SessionHead {
  return headOf({ ...session, projectId }, lists.messages);
}

/** The first state of a session that is not stored yet. */
export function emptyFile(projectId: string, sessionId: string, epoch: number): SessionFile {
  const session = { id: sessionId, title: '', cwd: '', status: 'idle', createdAt: 0, updatedAt: 0 } as const;
  const counters = { version: SESSION_VERSION, revision: 0, epoch, liveCount: 0, nextPage: 0 };
  const head = { projectId, sessionId, ...counters, lists: { messages: 0 }, pages: [], session };
  return { head, lists: { messages: [] }, pages: [] };
}

/** Applies a client's change and works out which rows differ from what is stored. */
export function applyChange(file: SessionFile, change: SessionChange): SessionWrite {
  const session: SessionFields & { id: string } = { ...file.head.session, ...change.set };
  for (const field of change.unset) delete session[field];
  const head = { ...file.head, session, revision: file.head.revision + 1 };
  return growth(file, head, change) ?? rewrite(file, head, change);
}

/**
 * More rows than this are folded into the page, so that reading a session back stays quick.
 */
const LIVE_LIMIT = 256;

/** The cheap write of a stream: only the text that was added. `null` when the change is anything more. */
function growth(file: SessionFile, head: HeadRow, change: SessionChange): SessionWrite | null {
  const messages = file.lists.messages as PersistedChatMessage[];
  const changed = change.lists.messages?.changed ?? [];
  const onlyGrew =
    changed.length > 0 &&
    file.head.liveCount + changed.length <= LIVE_LIMIT &&
    Object.keys(change.set).every((field) => field === 'updatedAt') &&
    change.unset.length === 0 &&
    !change.lists.activities &&
    !change.lists.artifacts &&
    change.lists.messages?.added.length === 0 &&
    change.lists.messages.removed.length === 0 &&
    change.lists.messages.order === null;
  if (!onlyGrew) return null;

  const grown = new Map<string, PersistedChatMessage>();
  const putLive: LiveRow[] = [];
  for (const { key, item, fields } of changed) {
    const next = item as PersistedChatMessage;
    const stored = messages.find((message) => message.id === key);
    const grew =
      stored?.status === 'streaming' &&
      fields.every((field) => field === 'content' || field === 'updatedAt') &&
      next.content.startsWith(stored.content);
    if (!grew) return null;
    const { projectId, sessionId, liveCount } = file.head;
    const { updatedAt } = next;
    const from = stored.content.length;
    const n = liveCount + putLive.length;
    putLive.push({ projectId, sessionId, n, key, from, text: next.content.slice(from), updatedAt });
    grown.set(key, { ...stored, content: next.content, updatedAt });
  }
  const lists = { ...file.lists, messages: messages.map((message) => grown.get(message.id) ?? message) };
  const grownHead = { ...head, liveCount: head.liveCount + putLive.length };
  return { file: { ...file, head: grownHead, lists }, putPages: [], dropPages: [], putLive, clearLive: false };
}

function rewrite(file: SessionFile, head: HeadRow, change: SessionChange): SessionWrite {
  const { projectId, sessionId } = head;
  const lists: SessionFile['lists'] = {};
  const counts: HeadRow['lists'] = { messages: 0 };
  for (const name of SESSION_LISTS) {
    const listChange = change.lists[name];
    const items = listChange ? mergeList(file.lists[name] ?? [], listChange) : file.lists[name];
    if (!items || (items.length === 0 && listChange?.present === false)) continue;
    lists[name] = items;
    counts[name] = items.length;
  }
  const items = SESSION_LISTS.flatMap((name) => lists[name] ?? []);
  const { pages, written, dropped, nextPage } = repage(file.pages, items, head.nextPage);
  const refs = pages.map((page): PageRef => [page.n, page.items.length]);
  return {
    file: { head: { ...head, liveCount: 0, nextPage, lists: counts, pages: refs }, lists, pages },
    putPages: written.map(({ n, items }) => ({ projectId, sessionId, n, items })),
    dropPages: dropped,
    putLive: [],
    clearLive: file.head.liveCount > 0,
  };
}

/** What every rule of merging and comparing relies on. */
function isItem(item: unknown): item is SessionItem {
  return typeof item === 'object' && item !== null && typeof (item as { id?: unknown }).id === 'string';
}

function withGrowth(items: SessionItem[], live: LiveRow[]): SessionItem[] {
  const messages = [...(items as PersistedChatMessage[])];
  for (const row of live) {
    const index = messages.findIndex((message) => message.id === row.key);
    const message = messages[index];
    if (message?.content.length !== row.from) continue; // not the text it continues: keep what is whole
    messages[index] = { ...message, content: message.content + row.text, updatedAt: row.updatedAt };
  }
  return messages;
}
