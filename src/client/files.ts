import type { Backend } from '../contract/backend';
import type { ChatEmbed } from '../contract/chat';
import { invalidArgument, StorageError } from '../contract/errors';
import type { FilesApi } from '../contract/files';

/** Files that no stored row refers to yet: their bytes travel with the first write that does. */
export class StagedFiles implements FilesApi {
  readonly #backend: Backend;
  readonly #settled: () => Promise<void>;
  readonly #staged = new Map<string, Blob>();

  constructor(backend: Backend, settled: () => Promise<void>) {
    this.#backend = backend;
    this.#settled = settled;
  }

  put = async (file: Blob, name?: string): Promise<{ id: string; record: ChatEmbed }> => {
    if (!isBlob(file)) throw invalidArgument('file', 'file: must be a Blob');
    if (name !== undefined && typeof name !== 'string') throw invalidArgument('name', 'name: must be a string');
    const hash = await sha256(file);
    const path = `sha256/${hash}${extension(name ?? ('name' in file && typeof file.name === 'string' ? file.name : ''))}`;
    this.#staged.set(path, file);
    const mimeType = file.type || 'application/octet-stream';
    const meta = { ...(name !== undefined && { name }), size: file.size };
    return { id: hash.slice(0, 16), record: { mime_type: mimeType, path, meta } };
  };

  get = async (path: string): Promise<Blob | null> => {
    if (typeof path !== 'string') throw invalidArgument('path', 'path: must be a string');
    const staged = this.#staged.get(path);
    if (staged) return staged;
    await this.#settled();
    return this.#backend.file(path);
  };

  /** The bytes to send along with a write that refers to these paths. */
  attach(paths: Iterable<string>): { files?: Record<string, Blob> } {
    if (this.#staged.size === 0) return {};
    const files: Record<string, Blob> = {};
    for (const path of paths) {
      const blob = this.#staged.get(path);
      if (blob) files[path] = blob;
    }
    return Object.keys(files).length > 0 ? { files } : {};
  }

  stored(paths: Iterable<string>): void {
    for (const path of paths) this.#staged.delete(path);
  }
}

/** A `Blob` or `File` of any realm. */
function isBlob(value: unknown): value is Blob {
  return ['[object Blob]', '[object File]'].includes(Object.prototype.toString.call(value));
}

async function sha256(file: Blob): Promise<string> {
  if (!globalThis.crypto?.subtle) {
    throw new StorageError({
      code: 'unavailable',
      message: 'Files need a secure address (https, or this device itself).',
      retryable: false,
    });
  }
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function extension(name: string): string {
  const found = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1];
  return found ? `.${found.toLowerCase()}` : '';
}
