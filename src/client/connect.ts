import { releaseProxy, transferHandlers, wrap, type Endpoint, type Remote } from 'comlink';
import type { Backend } from '../contract/backend';
import { StorageError } from '../contract/errors';
import { storageErrorHandler } from '../contract/wire';

transferHandlers.set('throw', storageErrorHandler(transferHandlers.get('throw')!));

/** A call that has no answer by then is given up; the worker may be stuck behind another tab's transaction. */
const CALL_DEADLINE_MS = 30_000;

/** The far end of the wire: a dedicated worker, or in tests a message port. */
export interface Host {
  endpoint: Endpoint;
  /** Calls back when the host can answer no more. */
  onFailure(report: (reason: string) => void): void;
  stop(): void;
}

/**
 * A backend behind a wire. Calls made before the host is up wait for it. When the host fails, every open call rejects
 * with `worker-gone` (Comlink alone would leave them pending for ever) and the next call starts a new one.
 */
export function connect(start: () => Host): Backend & { close(): void } {
  let connection: Connection | null = null;
  const call = (method: PropertyKey, args: unknown[]) => {
    connection ??= new Connection(start(), () => (connection = null));
    return connection.call(method, args);
  };
  const close = () => {
    connection?.end('The app closed the connection.');
    connection = null;
  };
  return new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'then') return undefined; // awaiting the backend must not become a call
        return name === 'close' ? close : (...args: unknown[]) => call(name, args);
      },
    },
  ) as Backend & { close(): void };
}

class Connection {
  readonly #host: Host;
  readonly #remote: Remote<Backend>; // held: Comlink frees the endpoint when its proxy is collected
  readonly #gone: () => void;
  readonly #open = new Set<(error: StorageError) => void>();

  constructor(host: Host, gone: () => void) {
    this.#host = host;
    this.#gone = gone;
    this.#remote = wrap<Backend>(host.endpoint);
    host.onFailure((reason) => this.end(reason));
  }

  call(method: PropertyKey, args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(deadline);
        this.#open.delete(giveUp);
      };
      const giveUp = (error: StorageError) => {
        settle();
        reject(error);
      };
      const deadline = setTimeout(() => giveUp(timedOut()), CALL_DEADLINE_MS);
      this.#open.add(giveUp);
      const remote = this.#remote as unknown as Record<PropertyKey, (...args: unknown[]) => Promise<unknown>>;
      remote[method]!(...args).then(
        (value) => {
          settle();
          resolve(value);
        },
        (error: unknown) => {
          settle();
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });
  }

  end(reason: string): void {
    this.#gone();
    this.#host.stop();
    this.#remote[releaseProxy]();
    const error = new StorageError({ code: 'worker-gone', message: reason, retryable: true });
    for (const giveUp of [...this.#open]) giveUp(error);
  }
}

function timedOut(): StorageError {
  return new StorageError({
    code: 'storage-timeout',
    message: `The store has not answered for ${CALL_DEADLINE_MS / 1000} seconds. Another tab may be blocking it.`,
    retryable: true,
  });
}
