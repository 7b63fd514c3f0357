import {
  itemKeys,
  SESSION_LISTS,
  type ListChange,
  type SessionChange,
  type SessionFields,
  type SessionItem,
  type StoredSession,
} from '../contract/backend';
import type { PersistedChatSession } from '../contract/sessions';
import { equal } from '../lib/equal';

/** What changed between the session as this client last saw it and as it is now; everything if it never saw it. */
export function diffSession(seen: StoredSession | null, next: PersistedChatSession): SessionChange {
  const before = seen ? fieldsOf(seen.session) : {};
  const after = fieldsOf(next);
  const change: SessionChange = { epoch: seen?.epoch ?? null, set: {}, unset: [], lists: {} };
  for (const field of changedFields(before, after)) {
    const name = field as keyof SessionFields;
    if (name in after) Object.assign(change.set, { [name]: after[name] });
    else change.unset.push(name);
  }
  for (const name of SESSION_LISTS) {
    const list = diffList(seen?.session[name], next[name]);
    if (list) change.lists[name] = list;
  }
  return change;
}

function fieldsOf(session: PersistedChatSession): Partial<SessionFields> {
  const { id: _id, projectId: _projectId, messages: _m, activities: _a, artifacts: _f, ...fields } = session;
  return fields;
}

function diffList(before: SessionItem[] | undefined, after: SessionItem[] | undefined): ListChange | null {
  if (before === undefined && after === undefined) return null;
  const oldKeys = itemKeys(before ?? []);
  const newKeys = itemKeys(after ?? []);
  const oldItems = new Map(oldKeys.map((key, index) => [key, before![index]!]));
  const change: ListChange = { present: after !== undefined, added: [], changed: [], removed: [], order: null };
  newKeys.forEach((key, index) => {
    const item = after![index]!;
    const old = oldItems.get(key);
    if (!old) change.added.push({ key, item });
    else if (!equal(old, item)) change.changed.push({ key, item, fields: changedFields(old, item) });
  });
  const kept = new Set(newKeys);
  change.removed = oldKeys.filter((key) => !kept.has(key));
  const expected = [...oldKeys.filter((key) => kept.has(key)), ...change.added.map(({ key }) => key)];
  if (!equal(expected, newKeys)) change.order = newKeys;
  const nothing = change.added.length + change.changed.length + change.removed.length === 0 && !change.order;
  return nothing && (before === undefined) === (after === undefined) ? null : change;
}

function changedFields(before: object, after: object): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) => !equal((before as Record<string, unknown>)[name], (after as Record<string, unknown>)[name]),
  );
}
