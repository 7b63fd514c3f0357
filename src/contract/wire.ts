import { StorageError, type StorageErrorData } from './errors';

/** Comlink's handler for what a call throws, as far as it matters here. */
interface ThrowHandler {
  canHandle(value: unknown): value is unknown;
  serialize(thrown: unknown): [unknown, Transferable[]];
  deserialize(data: unknown): unknown;
}

/**
 * Wraps Comlink's handler for thrown values so that a `StorageError` keeps its code, path and details: Comlink passes
 * on name, message and stack only. Both ends of the wire register it.
 */
export function storageErrorHandler(original: ThrowHandler): ThrowHandler {
  return {
    canHandle: (value): value is unknown => original.canHandle(value),
    serialize(thrown) {
      const { value } = thrown as { value: unknown };
      return value instanceof StorageError ? [{ storageError: value.toData() }, []] : original.serialize(thrown);
    },
    deserialize(data) {
      const { storageError } = data as { storageError?: StorageErrorData };
      if (storageError) throw new StorageError(storageError);
      return original.deserialize(data);
    },
  };
}
