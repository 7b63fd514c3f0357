/** The part of the Web Locks API that Node lacks and the app uses: shared locks and the list of who holds them. */
export class MemoryLocks implements LockManager {
  readonly #held: LockInfo[] = [];

  async query(): Promise<LockManagerSnapshot> {
    return { held: [...this.#held], pending: [] };
  }

  async request(name: string, ...rest: unknown[]): Promise<never> {
    const callback = rest.at(-1) as (lock: Lock) => unknown;
    const info: LockInfo = { name, mode: 'shared' };
    this.#held.push(info);
    try {
      return (await callback({ name, mode: 'shared' })) as never;
    } finally {
      this.#held.splice(this.#held.indexOf(info), 1);
    }
  }
}
