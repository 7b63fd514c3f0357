const INTERVAL_MS = 500;

/** Calls `save` soon after `soon`, and at most every half second. */
export class Checkpoints {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = 0;

  constructor(private readonly save: () => void) {}

  soon(): void {
    const wait = Math.min(INTERVAL_MS, Math.max(0, this.#last + INTERVAL_MS - Date.now()));
    if (this.#timer === undefined) this.#timer = setTimeout(() => this.#fire(), wait);
    else if (wait === 0) this.#fire(); // a hidden tab's timers run late, up to a minute
  }

  /** Saves what waits now, such as when the page goes. */
  flush(): void {
    if (this.#timer !== undefined) this.#fire();
  }

  /** Something was saved in another way: what waits is settled, and the next checkpoint counts from here. */
  done(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#last = Date.now();
  }

  #fire(): void {
    this.done();
    this.save();
  }
}
