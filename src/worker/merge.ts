import { itemKeys, type ListChange, type SessionItem } from '../contract/backend';

/**
 * Applies one client's change to a stored list. Items the client never saw stay, ones it saw and left out go, and of
 * an item it changed only the changed fields are taken.
 */
export function mergeList(stored: SessionItem[], change: ListChange): SessionItem[] {
  const items = new Map<string, SessionItem>();
  const keys = itemKeys(stored);
  stored.forEach((item, index) => items.set(keys[index]!, item));
  for (const key of change.removed) items.delete(key);
  for (const { key, item, fields } of change.changed) items.set(key, mergeFields(items.get(key), item, fields));
  for (const { key, item } of change.added) items.set(key, item);
  if (change.order === null) return [...items.values()];
  return inOrder([...items.keys()], change.order).map((key) => items.get(key)!);
}

function mergeFields(stored: SessionItem | undefined, item: SessionItem, fields: string[]): SessionItem {
  if (!stored) return item; // another tab deleted it meanwhile: what the user changed is not thrown away
  const merged = { ...stored } as unknown as Record<string, unknown>;
  const changed = item as unknown as Record<string, unknown>;
  for (const field of fields) {
    if (field in changed) merged[field] = changed[field];
    else delete merged[field];
  }
  return merged as unknown as SessionItem;
}

/** The wanted order, with every key that it does not name right behind the one that it follows now. */
function inOrder(present: string[], wanted: string[]): string[] {
  const known = new Set(wanted);
  const followers = new Map<string | undefined, string[]>();
  let anchor: string | undefined;
  for (const key of present) {
    if (known.has(key)) anchor = key;
    else followers.set(anchor, [...(followers.get(anchor) ?? []), key]);
  }
  const here = new Set(present);
  const ordered = wanted.filter((key) => here.has(key));
  return [...(followers.get(undefined) ?? []), ...ordered.flatMap((key) => [key, ...(followers.get(key) ?? [])])];
}
