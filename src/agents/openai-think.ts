const OPEN = '<think>';
const CLOSE = '</think>';

export interface Split {
  text: string;
  thought: string;
}

/**
 * Takes a `<think>...</think>` at the beginning of an answer apart from the text behind it, however the chunks cut the
 * tags. White space around the tags is dropped; an answer without the tag stays as it is.
 */
export class ThinkSplitter {
  #state: 'start' | 'thought' | 'gap' | 'text' = 'start';
  /** What may still turn out to be a tag, or the white space beside one. */
  #held = '';

  push(chunk: string): Split {
    let rest = this.#held + chunk;
    this.#held = '';
    let thought = '';
    if (this.#state === 'start') {
      const trimmed = rest.trimStart();
      if (trimmed.length < OPEN.length && OPEN.startsWith(trimmed)) return this.#hold(rest, '');
      this.#state = trimmed.startsWith(OPEN) ? 'thought' : 'text';
      if (this.#state === 'thought') rest = trimmed.slice(OPEN.length);
    }
    if (this.#state === 'thought') {
      const end = rest.indexOf(CLOSE);
      if (end < 0) {
        const safe = rest.length - overlap(rest, CLOSE);
        return this.#hold(rest.slice(safe), rest.slice(0, safe));
      }
      thought = rest.slice(0, end);
      rest = rest.slice(end + CLOSE.length);
      this.#state = 'gap';
    }
    if (this.#state === 'gap') {
      rest = rest.trimStart();
      if (rest) this.#state = 'text';
    }
    return { text: rest, thought };
  }

  /** What was held back, once nothing more comes. */
  end(): Split {
    const held = this.#held;
    this.#held = '';
    return this.#state === 'thought' ? { text: '', thought: held } : { text: held, thought: '' };
  }

  #hold(held: string, thought: string): Split {
    this.#held = held;
    return { text: '', thought };
  }
}

/** How many characters at the end of `text` are the beginning of `tag`. */
function overlap(text: string, tag: string): number {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length--) {
    if (text.endsWith(tag.slice(0, length))) return length;
  }
  return 0;
}
