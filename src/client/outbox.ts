import type { Write, WriteResult } from '../contract/backend';
import { StorageError } from '../contract/errors';

/** A write that was accepted from a caller and is not committed yet. */
export interface PendingWrite {
  /** The write as data, made when it is sent: by then everything before it is committed. */
  encode(): Write;
  committed(value: unknown): void;
  failed(error: Error): void;
}

/** More than this at once would keep the page busy for longer than a frame or two. */
const BATCH_WRITES = 1000;

/**
 * Sends writes in call order. The first goes at once; those that come while it is on its way go together as one
 * transaction when it has settled.
 */
export class Outbox {
  readonly #send: (writes: Write[]) => Promise<WriteResult[]>;
  readonly #watchers = new Set<() => void>();
  #waiting: PendingWrite[] = [];
  #sending: Promise<void> | null = null;
  #scheduled = false;
  #error: Error | null = null;

  constructor(send: (writes: Write[]) => Promise<WriteResult[]>) {
    this.#send = send;
  }

  /** `hold` leaves the write waiting until `flush`, a read or another write. */
  add(write: PendingWrite, hold = false): void {
    this.#waiting.push(write);
    this.#notify();
    if (!hold) this.#schedule();
  }

  /** Adds a write of its own and resolves with its result after the commit. */
  write(encode: () => Write): Promise<unknown> {
    return new Promise((committed, failed) => this.add({ encode, committed, failed }));
  }

  flush(): void {
    if (this.#waiting.length > 0) this.#schedule();
  }

  /** Resolves when every write added so far has settled, well or not. */
  async settled(): Promise<void> {
    this.flush();
    const last = this.#waiting.at(-1);
    await this.#sending;
    while (last && this.#waiting.includes(last)) {
      this.#drain();
      await this.#sending;
    }
  }

  state(): { saving: boolean; error: Error | null } {
    return { saving: this.#waiting.length > 0 || this.#sending !== null, error: this.#error };
  }

  watch(listener: () => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  /** Sends at the end of this task, so that calls made side by side share a transaction. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#drain();
    });
  }

  #drain(): void {
    if (this.#sending || this.#waiting.length === 0) return;
    const writes = this.#waiting.splice(0, BATCH_WRITES);
    this.#sending = this.#deliver(writes).finally(() => {
      this.#sending = null;
      this.#notify();
      this.#drain();
    });
  }

  async #deliver(writes: PendingWrite[]): Promise<void> {
    try {
      const results = await this.#send(writes.map((write) => write.encode()));
      writes.forEach((write, index) => this.#settle(write, results[index]!));
    } catch (error) {
      this.#error = error instanceof Error ? error : new Error(String(error));
      for (const write of writes) write.failed(this.#error);
    }
  }

  #settle(write: PendingWrite, result: WriteResult): void {
    if ('error' in result) {
      this.#error = new StorageError(result.error);
      write.failed(this.#error);
    } else {
      this.#error = null;
      write.committed(result.value);
    }
  }

  #notify(): void {
    for (const listener of this.#watchers) listener();
  }
}
