import type { ChatEmbed } from './chat';

/** `window.api.files`: bytes by hash, kept as long as a message, session or draft refers to them. */
export interface FilesApi {
  /**
   * Makes a file ready to be referred to. The bytes go to disk in the transaction of the first row that refers to
   * `record.path` (`sha256/<hex>.<ext>`); until then they live in this page.
   */
  put(file: Blob, name?: string): Promise<{ id: string; record: ChatEmbed }>;
  /** The bytes, or `null` when nothing is stored under that path. */
  get(path: string): Promise<Blob | null>;
}

export const FILE_PATH = /^sha256\/[0-9a-f]{64}(\.[a-z0-9]{1,10})?$/;
