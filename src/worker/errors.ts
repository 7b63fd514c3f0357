import { StorageError, type StorageErrorCode } from '../contract/errors';

/** Gives an engine's or Dexie's error one of our codes; the cause may sit in `inner`, as quota does behind an abort. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const names = chain(error).map((link) => link.name);
  const message = chain(error)
    .map((link) => link.message)
    .find((text) => text !== '');
  const [code, retryable] = codeOf(names);
  return new StorageError({ code, retryable, message: message ?? 'The store failed.', details: { names } });
}

function codeOf(names: string[]): [StorageErrorCode, retryable: boolean] {
  if (names.includes('QuotaExceededError')) return ['quota', true];
  if (names.includes('VersionError')) return ['store-too-new', false];
  if (names.includes('DataCloneError') || names.includes('DataError')) return ['invalid-argument', false];
  if (names.includes('TimeoutError')) return ['storage-timeout', true];
  return ['unavailable', true];
}

function chain(error: unknown): { name: string; message: string }[] {
  const links: { name: string; message: string }[] = [];
  for (let link = error; link instanceof Error && links.length < 5; link = (link as { inner?: unknown }).inner) {
    links.push({ name: link.name, message: link.message });
  }
  return links.length > 0 ? links : [{ name: 'Error', message: String(error) }];
}
