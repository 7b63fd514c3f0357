import { Dexie, type Collection, type DBCore, type DBCoreTransaction, type EntityTable, type Table } from 'dexie';
import type { ChatMessage, ChatSession } from '../contract/chat';
import { StorageError } from '../contract/errors';
import type { Entry } from '../contract/library';
import type { Project } from '../contract/projects';
import { Sequences } from './sequences';
import type { SessionFields, SessionItem, SessionListName } from '../contract/backend';

const DATABASE_NAME = 'holdfast';
const SCHEMA_VERSION = 1;

/** The small part of a session file: what a list of sessions needs, and where its pages are. */
export interface HeadRow {
  projectId: string;
  sessionId: string;
  /** The version of the record's envelope. */
  version: number;
  /** Grows by one with each write: tells a cached copy from a current one. */
  revision: number;
  epoch: number;
  /** Rows in `live` that are not folded into the pages yet. */
  liveCount: number;
  /** The next free page number. */
  nextPage: number;
  /** How many items each list has; an absent list has no number. */
  lists: { messages: number } & Partial<Record<SessionListName, number>>;
  /** The pages that hold all lists, one list after another. */
  pages: PageRef[];
  session: SessionFields & { id: string };
}

/** Page number and how many items it holds, so that a lost page is noticed. */
export type PageRef = [n: number, count: number];

export interface PageRow {
  projectId: string;
  sessionId: string;
  n: number;
  items: SessionItem[];
}

/** The growth of a streaming message since the row before. */
export interface LiveRow {
  projectId: string;
  sessionId: string;
  n: number;
  key: string;
  /** The length that `text` continues from. */
  from: number;
  text: string;
  updatedAt: number;
}

/**
 * How often a session was deleted; `sessionId: ''` counts for every session of the project. Kept for ever, so that a
 * late save from another tab stays late.
 */
interface EpochRow {
  projectId: string;
  sessionId: string;
  epoch: number;
}

export interface ChatRow extends ChatSession {
  /** The order of insertion: breaks ties of `created_at`. */
  n: number;
}

export interface FileRow {
  path: string;
  bytes: Blob | ArrayBuffer;
  mimeType: string;
}

/** One owner's use of a file; a chat's `projectId` is `''`. */
export interface FileUseRow {
  kind: 'session' | 'chat';
  projectId: string;
  ownerId: string;
  path: string;
}

export interface EntryRow extends Entry {
  projectId: string;
  sessionId: string;
}

export interface QuarantineRow {
  n: number;
  path: string;
  reason: string;
  at: number;
  raw: unknown;
}

export interface DatabaseOptions {
  name?: string;
  indexedDB?: IDBFactory;
  IDBKeyRange?: typeof IDBKeyRange;
}

type PairTable<Row extends { projectId: string; sessionId: string }> = Table<Row, [string, string]>;

export type TableName =
  | 'heads'
  | 'pages'
  | 'live'
  | 'epochs'
  | 'projects'
  | 'chats'
  | 'messages'
  | 'files'
  | 'fileUses'
  | 'entries'
  | 'quarantine'
  | 'values';

/** The one place that knows Dexie. No `++` keys: an aborted transaction would hand the same number out again. */
export class Database extends Dexie {
  declare heads: PairTable<HeadRow>;
  declare pages: Table<PageRow, [string, string, number]>;
  declare live: Table<LiveRow, [string, string, number]>;
  declare epochs: PairTable<EpochRow>;
  declare projects: EntityTable<Project, 'id'>;
  declare chats: EntityTable<ChatRow, 'id'>;
  declare messages: Table<ChatMessage, [string, number]>;
  declare files: EntityTable<FileRow, 'path'>;
  declare fileUses: Table<FileUseRow, [string, string, string, string]>;
  declare entries: PairTable<EntryRow>;
  declare quarantine: EntityTable<QuarantineRow, 'n'>;
  /** Single values: the manifest, counters, settings. */
  declare values: EntityTable<{ key: string; value: unknown }, 'key'>;

  readonly sequences = new Sequences();
  #durability: IDBTransactionDurability = 'strict';
  #superseded = false;

  constructor({ name = DATABASE_NAME, ...dependencies }: DatabaseOptions = {}) {
    super(name, { cache: 'disabled', autoOpen: false, ...dependencies });
    this.version(SCHEMA_VERSION).stores({
      heads: '[projectId+sessionId]',
      pages: '[projectId+sessionId+n]',
      live: '[projectId+sessionId+n]',
      epochs: '[projectId+sessionId]',
      projects: 'id',
      chats: 'id',
      messages: '[session_id+id]',
      files: 'path',
      fileUses: '[kind+projectId+ownerId+path], path',
      entries: '[projectId+sessionId]',
      quarantine: 'n',
      values: 'key',
    });
    this.use({ stack: 'dbcore', name: 'durability', create: (core) => this.#withDurability(core) });
    this.on('versionchange', () => {
      this.#superseded = true;
      // For good: Dexie would open again by itself and let this code write into the newer schema.
      this.close({ disableAutoOpen: true });
      return false;
    });
  }

  /**
   * Opens the database or joins the opening. Rejects with `store-too-new` when a newer app wrote it: Dexie alone
   * would open it quietly and write rows of the old shape.
   */
  async ready(): Promise<this> {
    if (this.#superseded) throw superseded();
    if (this.isOpen()) return this;
    await this.open();
    if (this.backendDB().version > SCHEMA_VERSION * 10) {
      this.close({ disableAutoOpen: true });
      throw new StorageError({
        code: 'store-too-new',
        message: 'A newer version of the app wrote this store. Reload to get that version.',
        retryable: false,
      });
    }
    return this;
  }

  /**
   * Runs one read-write transaction over the named tables. Nothing but database calls may be awaited inside, and
   * nothing caught: both leave the first half stored.
   */
  async writing<T>(tables: TableName[], durability: IDBTransactionDurability, work: () => Promise<T>): Promise<T> {
    await this.ready();
    this.#durability = durability; // read by the transaction that starts in this same task
    return this.transaction('rw', tables, work);
  }

  #withDurability(core: DBCore): DBCore {
    return {
      ...core,
      transaction: (tables, mode, options) =>
        core.transaction(tables, mode, { ...options, durability: this.#durability }),
    };
  }
}

/**
 * Every row of a table with a compound key whose key starts with these values. Always a closed range: an open one
 * (`above`) runs on into the next session's rows.
 */
export function startingWith<Row, Key>(table: Table<Row, Key>, ...start: string[]): Collection<Row, Key> {
  return inRange(table, start, start);
}

/** The rows from those whose key starts with `from` to those whose key starts with `to`, both included, in key order. */
export async function between<Row, Key>(table: Table<Row, Key>, from: string[], to: string[]): Promise<Row[]> {
  return inRange(table, from, to).toArray();
}

function inRange<Row, Key>(table: Table<Row, Key>, from: string[], to: string[]): Collection<Row, Key> {
  return table.where(':id').between(boundsOf(table, from)[0], boundsOf(table, to)[1], true, true);
}

/**
 * Deletes every row whose key starts with these values, inside a transaction. Dexie's own `delete` counts the rows
 * first, which reads all of them.
 */
export async function deleteStarting<Row, Key>(table: Table<Row, Key>, ...start: string[]): Promise<void> {
  const trans = Dexie.currentTransaction.idbtrans as unknown as DBCoreTransaction;
  const [lower, upper] = boundsOf(table, start);
  await table.core.mutate({ type: 'deleteRange', trans, range: { type: CLOSED_RANGE, lower, upper } });
}

/** `DBCoreRangeType.Range`, a const enum that cannot be imported. */
const CLOSED_RANGE = 1;

function boundsOf<Row, Key>(table: Table<Row, Key>, start: string[]): [lower: unknown[], upper: unknown[]] {
  const columns = (table.schema.primKey.keyPath as string[]).length;
  const bound = (value: unknown) => [...start, ...Array<unknown>(columns - start.length).fill(value)];
  return [bound(Dexie.minKey), bound(Dexie.maxKey)];
}

function superseded(): StorageError {
  return new StorageError({
    code: 'store-superseded',
    message: 'A newer version of the app runs in another tab. Reload this one.',
    retryable: false,
  });
}
