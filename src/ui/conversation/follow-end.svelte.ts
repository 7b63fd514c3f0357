const NEAR_END_PX = 40;

/** Keeps a scroll area at its end while its content grows, until the user scrolls up. */
export class EndFollower {
  following = $state(true);
  #area: HTMLElement | undefined;
  #lastTop = 0;
  #lastHeight = 0;

  /** For `{@attach}` on the scroll area, whose only child holds the content. */
  readonly attach = (area: HTMLElement): (() => void) => {
    this.#area = area;
    // Runs between layout and paint: growth is never seen before it is scrolled to.
    const observer = new ResizeObserver(() => this.following && this.#toEnd());
    observer.observe(area);
    if (area.firstElementChild) observer.observe(area.firstElementChild);
    area.addEventListener('scroll', this.#onscroll, { passive: true });
    return () => {
      observer.disconnect();
      area.removeEventListener('scroll', this.#onscroll);
    };
  };

  /** Goes to the end and stays there. */
  jump(): void {
    this.following = true;
    this.#toEnd();
  }

  /** Runs a change that adds content above, and keeps what the user looks at in its place. */
  async keepPlace(change: () => Promise<void>): Promise<void> {
    const area = this.#area;
    if (!area) return change();
    const belowTop = area.scrollHeight - area.scrollTop;
    await change();
    area.scrollTop = area.scrollHeight - belowTop;
  }

  #toEnd(): void {
    if (this.#area) this.#area.scrollTop = this.#area.scrollHeight;
  }

  #onscroll = (): void => {
    if (!this.#area) return;
    const { scrollTop, scrollHeight, clientHeight } = this.#area;
    const isNearEnd = scrollHeight - clientHeight - scrollTop < NEAR_END_PX;
    // Content that shrinks moves the area up as well, without the user.
    const movedUp = scrollTop < this.#lastTop && scrollHeight >= this.#lastHeight;
    if (isNearEnd) this.following = true;
    else if (movedUp) this.following = false;
    this.#lastTop = scrollTop;
    this.#lastHeight = scrollHeight;
  };
}
