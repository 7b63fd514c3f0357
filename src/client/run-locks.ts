import type { SessionKey } from '../contract/sessions';

const PREFIX = 'run:';
const lockName = ({ projectId, sessionId }: SessionKey): string => `${PREFIX}${projectId}/${sessionId}`;

/**
 * Proof of life: while a page runs a session it holds a Web Lock of that name, which the browser gives up when the
 * page dies. Where there are no Web Locks and none are injected, only this page's own runs count as alive.
 */
export class RunLocks {
  readonly #manager: LockManager | undefined;
  readonly #held = new Map<string, { key: SessionKey; end: () => void }>();

  constructor(manager: LockManager | undefined = globalThis.navigator?.locks) {
    this.#manager = manager;
  }

  hold(key: SessionKey): void {
    const name = lockName(key);
    if (this.#held.has(name)) return;
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    this.#held.set(name, { key, end });
    // Shared: a second tab that takes over never waits behind the first.
    void this.#manager?.request(name, { mode: 'shared' }, () => ended);
  }

  /** Gives up the locks of the sessions that the test picks. */
  release(picks: (key: SessionKey) => boolean): void {
    for (const [name, { key, end }] of this.#held) {
      if (!picks(key)) continue;
      end();
      this.#held.delete(name);
    }
  }

  /** Resolves once no page runs the session; never where there are no locks to wait for. */
  async ended(key: SessionKey): Promise<void> {
    if (!this.#manager) return new Promise(() => {});
    await this.#manager.request(lockName(key), { mode: 'exclusive' }, () => {});
  }

  /** Tells for any session whether some page runs it now. */
  async alive(): Promise<(key: SessionKey) => boolean> {
    const names = new Set(this.#held.keys());
    const state = await this.#manager?.query();
    for (const lock of [...(state?.held ?? []), ...(state?.pending ?? [])]) {
      if (lock.mode === 'shared' && lock.name?.startsWith(PREFIX)) names.add(lock.name);
    }
    return (key) => names.has(lockName(key));
  }
}
