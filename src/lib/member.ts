/** A member of a JSON value that came from elsewhere; `undefined` when there is none. */
export function member(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

/** A text member, or `''` when it is missing or something else. */
export function textMember(value: unknown, key: string | number): string {
  const found = member(value, key);
  return typeof found === 'string' ? found : '';
}

/** A list member, or `[]` when it is missing or something else. */
export function listMember(value: unknown, key: string): unknown[] {
  const found = member(value, key);
  return Array.isArray(found) ? found : [];
}
