/** The part of the Web Locks API that Node lacks and the app uses: locks by name, and the list of who holds them. */
export class MemoryLocks implements LockManager {
  readonly #held: LockInfo[] = [];
  #released = new EventTarget();

  async query(): Promise<LockManagerSnapshot> {
    return { held: [...this.#held], pending: [] };
  }

  async request(name: string, ...rest: unknown[]): Promise<never> {
    const callback = rest.at(-1) as (lock: Lock) => unknown;
    const { mode = 'exclusive' } = (rest.length > 1 ? rest[0] : {}) as LockOptions;
    const blocks = (held: LockInfo) => held.name === name && (mode === 'exclusive' || held.mode === 'exclusive');
    while (this.#held.some(blocks)) {
      await new Promise((resolve) => this.#released.addEventListener('released', resolve, { once: true }));
    }
    const info: LockInfo = { name, mode };
    this.#held.push(info);
    try {
      return (await callback({ name, mode })) as never;
    } finally {
      this.#held.splice(this.#held.indexOf(info), 1);
      this.#released.dispatchEvent(new Event('released'));
    }
  }
}
