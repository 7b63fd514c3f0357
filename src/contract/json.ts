import * as z from 'zod/mini';
import { JSON_DEPTH_LIMIT } from './limits';

type Path = (string | number)[];
interface Problem {
  path: Path;
  message: string;
}

/**
 * Rebuilds a value as plain JSON data: `undefined` members vanish (in arrays they become `null`), a `Date` becomes its
 * ISO string. Every key is copied as an own key, `__proto__` too, which JSON.parse keeps and plain assignment loses.
 */
function rebuild(value: unknown, path: Path, ancestors: object[]): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) refuse(path, `must be JSON, not ${value}`);
      return value;
    case 'object':
      return value === null ? null : rebuildObject(value, path, ancestors);
    default:
      return refuse(path, `must be JSON, not a ${typeof value}`);
  }
}

function rebuildObject(value: object, path: Path, ancestors: object[]): unknown {
  if (isDate(value)) {
    if (Number.isNaN(value.getTime())) refuse(path, 'must be JSON, not an invalid Date');
    return value.toISOString();
  }
  if (ancestors.includes(value)) refuse(path, 'must be JSON, not a cycle');
  if (ancestors.length >= JSON_DEPTH_LIMIT) refuse(path, `must not nest deeper than ${JSON_DEPTH_LIMIT}`);
  const inside = [...ancestors, value];
  if (Array.isArray(value)) {
    return Array.from(value, (item, index) => (item === undefined ? null : rebuild(item, [...path, index], inside)));
  }
  if (!isPlainObject(value)) refuse(path, 'must be JSON, not an instance of a class');
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    Object.defineProperty(copy, key, {
      value: rebuild(member, [...path, key], inside),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}

/** True for `{}` and its like from any realm; a Svelte `$state` proxy of one counts. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A `Date` of any realm: a page inside a frame has its own. */
function isDate(value: object): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

function refuse(path: Path, message: string): never {
  throw new Refused({ path, message });
}

/** A plain object of JSON values, rebuilt as a copy; what is not JSON is refused with the path to it. */
export const jsonObjectSchema = z.pipe(
  z.unknown(),
  z.transform((value, context): Record<string, unknown> => {
    try {
      if (!isPlainObject(value)) refuse([], 'must be a plain object');
      return rebuild(value, [], []) as Record<string, unknown>;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      context.issues.push({ code: 'custom', input: value, ...error.problem });
      return z.NEVER;
    }
  }),
);
