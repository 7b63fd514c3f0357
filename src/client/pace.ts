/** Saves of a stream wait for a pause this long … */
const PAUSE_MS = 20;
/** … but never longer than this. */
const LONGEST_MS = 200;

/**
 * Bundles the saves of a streaming answer: a caller that saves at every token gets five commits a second, one that
 * awaits each save is held up for a short pause only.
 */
export class Pace {
  readonly #fire: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAt: number | null = null;

  constructor(fire: () => void) {
    this.#fire = fire;
  }

  touch(): void {
    this.#startedAt ??= Date.now();
    clearTimeout(this.#timer);
    // The clock decides too: a hidden tab's timers run late.
    if (Date.now() - this.#startedAt >= LONGEST_MS) this.end();
    else this.#timer = setTimeout(() => this.end(), PAUSE_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#startedAt = null;
    this.#fire();
  }
}
