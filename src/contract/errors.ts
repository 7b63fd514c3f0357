export const STORAGE_ERROR_CODES = [
  'invalid-argument',
  'conflict',
  'quota',
  'unavailable',
  'storage-timeout',
  'store-superseded',
  'store-too-new',
  'storage-reset',
  'worker-gone',
] as const;

export type StorageErrorCode = (typeof STORAGE_ERROR_CODES)[number];

/** A `StorageError` as plain data: what crosses the wire, since structured clone drops an error's own fields. */
export interface StorageErrorData {
  code: StorageErrorCode;
  message: string;
  retryable: boolean;
  path?: string;
  details?: unknown;
}

/**
 * Why a call was refused or failed.
 * `path` leads to the offending part of the argument (`messages[2].id`); `retryable` says whether the same call may
 * succeed later without being changed.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;
  readonly retryable: boolean;
  readonly path?: string;
  readonly details?: unknown;

  constructor(data: StorageErrorData) {
    super(data.message);
    this.code = data.code;
    this.retryable = data.retryable;
    if (data.path !== undefined) this.path = data.path;
    if (data.details !== undefined) this.details = data.details;
  }

  toData(): StorageErrorData {
    const { code, message, retryable, path, details } = this;
    return { code, message, retryable, ...(path !== undefined && { path }), ...(details !== undefined && { details }) };
  }
}

/** The error for an argument that breaks a rule; `path` names the part, `''` the argument itself. */
export function invalidArgument(path: string, message: string): StorageError {
  return new StorageError({ code: 'invalid-argument', message, retryable: false, path });
}
