import type * as z from 'zod/mini';
import { invalidArgument, StorageError } from './errors';

/**
 * Checks and copies an argument at the page's door.
 * Throws `invalid-argument` with the path to the first thing that is wrong and, in words, what was allowed.
 */
export function check<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, root = ''): z.output<Schema> {
  const result = readable(root, () => schema.safeParse(value));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const keys = issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : (issue?.path ?? []);
  const path = joinPath(root, keys);
  throw invalidArgument(path, `${path || 'The argument'}: ${issue ? words(issue) : 'is not valid'}`);
}

/** Reads an argument; one whose own code throws while it is read (a getter, a revoked proxy) is refused as well. */
export function readable<T>(root: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw invalidArgument(root, `${root || 'The argument'} cannot be read: ${String(error)}`);
  }
}

/** `joinPath('meta', ['a', 3])` is `meta.a[3]`. */
function joinPath(root: string, keys: readonly PropertyKey[]): string {
  return keys.reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : path ? `${path}.${String(key)}` : String(key)),
    root,
  );
}

function words(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'is not known';
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_type':
      return `must be ${issue.expected === 'int' ? 'an integer' : `of type ${issue.expected}`}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'too_small':
      return issue.message.startsWith('must') ? issue.message : `must be at least ${issue.minimum}`;
    default:
      return issue.message;
  }
}
