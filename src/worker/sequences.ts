import type { Database } from './database';

type Sequence = 'message' | 'chat' | 'quarantine';

/**
 * Numbers for rows. A counter is a row like any other: an aborted transaction takes it back together with what was
 * numbered, so no number is given out twice.
 */
export class Sequences {
  /** What the counters were after this tab's last commit; another tab may have counted on since. */
  readonly #expected = new Map<Sequence, number>();
  /** Whether an expected number was used since the last failure. */
  #used = false;

  /**
   * Takes the next `count` numbers for the rows that `add` writes, inside the caller's transaction; returns the first.
   * The rows are written before the counter has answered, with the number that is expected: one round less for every
   * message. Where it turns out wrong this throws, the transaction is undone, and the caller forgets and tries again.
   */
  async take(
    db: Database,
    sequence: Sequence,
    count: number,
    add: (first: number) => PromiseLike<unknown>,
  ): Promise<number> {
    const key = `next:${sequence}`;
    const counter = db.values.get(key).then((row) => (row?.value as number | undefined) ?? 1);
    const expected = this.#expected.get(sequence);
    if (expected !== undefined) this.#used = true;
    const first = expected ?? (await counter);
    this.#expected.set(sequence, first + count);
    await Promise.all([db.values.put({ key, value: first + count }), add(first)]);
    if ((await counter) !== first)
      throw new Error(`The counter of ${sequence} numbers is at ${await counter}, not ${first}.`);
    return first;
  }

  /** After a transaction that failed: its numbers were not given out. Returns whether they may have been wrong. */
  forget(): boolean {
    const used = this.#used;
    this.#used = false;
    this.#expected.clear();
    return used;
  }
}
