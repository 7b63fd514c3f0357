import { LANGUAGE } from '../shared/words';
import { words } from './words';

const segmenter = new Intl.Segmenter(LANGUAGE, { granularity: 'sentence' });

/** Turns Markdown that grows into sentences to be read aloud, each of them once and only when it is complete. */
export class Sentences {
  #at: number;
  #inCode = false;

  /** `from`: where to begin in the text, at the start of a line. */
  constructor(from = 0) {
    this.#at = from;
  }

  /** The sentences that became complete; with `done` also the last one, whatever it ends with. Code is only named. */
  take(text: string, done: boolean): string[] {
    const said: string[] = [];
    while (this.#at < text.length) {
      const lineEnd = text.indexOf('\n', this.#at);
      const end = lineEnd < 0 ? text.length : lineEnd + 1;
      const rest = text.slice(this.#at, end);
      const isWhole = lineEnd >= 0 || done;
      const atLineStart = this.#at === 0 || text[this.#at - 1] === '\n';
      if (atLineStart && /^\s*(?:`|~|\||[-:|\s]*$)/.test(rest) && !isWhole) break; // may become a fence or a table row
      if (atLineStart && /^\s*(?:```|~~~)/.test(rest)) {
        if (!this.#inCode) said.push(words.codeSpoken);
        this.#inCode = !this.#inCode;
        this.#at = end;
        continue;
      }
      if (this.#inCode) {
        if (!isWhole) break;
        this.#at = end;
        continue;
      }
      const sentences = split(rest);
      const complete = isWhole ? sentences : sentences.slice(0, -1);
      this.#at += complete.join('').length;
      said.push(...complete.map(spoken).filter((sentence) => sentence !== ''));
      if (!isWhole) break;
    }
    return said;
  }
}

const LINK = /!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g;

/** The sentences of a line; the marks and addresses of links and images end none. */
function split(line: string): string[] {
  const masked = line.replace(LINK, (link) => 'x'.repeat(link.length)).replaceAll('![', 'x[');
  return [...segmenter.segment(masked)].map(({ segment, index }) => line.slice(index, index + segment.length));
}

/** The words of a stretch of Markdown without its marks. */
function spoken(markdown: string): string {
  if (/^[\s|:-]*$/.test(markdown)) return '';
  return markdown
    .replace(LINK, '$1')
    .replace(/^\s*(?:#{1,6}|[-+*]|>)\s+(?:\[[ xX]\]\s+)?/, '')
    .replace(/\*\*|~~|`|(?<!\w)[*_]|[*_](?!\w)/g, '')
    .replace(/^\s*\||\|\s*$/g, '')
    .replace(/\s*\|\s*/g, ', ')
    .replace(/\s+/g, ' ')
    .trim();
}
