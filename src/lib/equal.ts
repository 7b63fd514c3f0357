/** Deep equality of plain data. Unchanged strings compare by identity first, so equal records cost next to nothing. */
export function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index]));
  }
  if (Array.isArray(b)) return false;
  // Counted with `for in`, which unlike `Object.keys` makes no list: this runs over every message of a save.
  let members = 0;
  for (const key in a) {
    if (!Object.hasOwn(b, key)) return false;
    if (!equal((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key])) return false;
    members++;
  }
  for (const _key in b) members--;
  return members === 0;
}
