import type { Holdfast } from '../../src/contract/holdfast';
import type { PersistedChatMessage, PersistedChatSession } from '../../src/contract/sessions';
import { equal } from '../../src/lib/equal';

/** One page on the case's database. */
export type Tab = Pick<Holdfast, 'sessions' | 'chat' | 'projects' | 'files' | 'library'> & { close(): Promise<void> };

/** Where a case runs: in this process, over a message channel, or in a browser. */
export interface Host {
  /** Opens another tab on the case's own database; after closing one this is a reopened app. */
  open(): Promise<Tab>;
}

/** One promise of the contract. It imports no test runner, so that it can run inside a page as well. */
export interface Case {
  name: string;
  run(host: Host): Promise<void>;
}

export function same(actual: unknown, expected: unknown, what = 'value'): void {
  if (equal(actual, expected)) return;
  throw new Error(`${what}: got ${show(actual)}, expected ${show(expected)}`);
}

export function truthy(actual: unknown, what: string): void {
  if (!actual) throw new Error(`${what}: got ${show(actual)}`);
}

/** The error must be a `StorageError` with this code, and its path when one is given. */
export async function refused(call: () => Promise<unknown>, code: string, path?: string): Promise<Error> {
  let error: unknown;
  try {
    await call();
  } catch (caught) {
    error = caught;
  }
  truthy(error, 'the call must be refused');
  const { name, code: got, path: at } = error as { name: string; code?: unknown; path?: unknown };
  same({ name, code: got }, { name: 'StorageError', code }, 'error');
  if (path !== undefined) same(at, path, 'path of the error');
  return error as Error;
}

/** Closes the tab and opens the database anew. */
export async function reopen(host: Host, tab: Tab): Promise<Tab> {
  await tab.close();
  return host.open();
}

export function message(id: string, over: Partial<PersistedChatMessage> = {}): PersistedChatMessage {
  const base = { id, role: 'user', content: `text of ${id}`, status: 'complete', eventIds: [] } as const;
  return { ...base, eventIds: [], createdAt: 11, updatedAt: 12, ...over };
}

export function session(id: string, over: Partial<PersistedChatSession> = {}): PersistedChatSession {
  const base = { id, projectId: 'p1', title: `Title ${id}`, cwd: '/srv/kelp', status: 'idle' } as const;
  return { ...base, messages: [message(`${id}-m1`)], createdAt: 100, updatedAt: 200, ...over };
}

/** A value of the wrong type on purpose, as a page without types would pass it. */
export const untyped = <T>(value: unknown): T => value as T;

function show(value: unknown): string {
  const text =
    JSON.stringify(value, (_, member: unknown) => (member === undefined ? '<undefined>' : member)) ?? String(value);
  return text.length > 600 ? `${text.slice(0, 600)}… (${text.length})` : text;
}
