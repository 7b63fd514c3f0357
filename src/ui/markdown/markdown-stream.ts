import { Lexer, type Token, type Tokens } from 'marked';
import { settle } from './settle';

/**
 * Lexes Markdown that grows. Blocks that later text cannot change are committed and never lexed again, so the work
 * stays near linear in the length of the text; each of them keeps its identity from update to update.
 */
export class MarkdownStream {
  /** Characters handed to the lexer so far. */
  lexedChars = 0;
  #lexer = new Lexer();
  /** What the inline tokens of committed blocks were made from: a link definition may still come for them. */
  #sources = new Map<Token[], InlineSource>();
  #text = '';
  #taken = 0;
  #tail = '';
  /** How far the tail is known to hold no end of the fence that it begins with. */
  #fenceChecked = 0;
  #finished = false;

  /**
   * The tokens of `text`. While `done` is false its end is shown settled: markup that has not been closed yet does not
   * show as characters. With `done` the tokens are those of `marked.lexer(text)`. Text that does not begin with the
   * text before starts over.
   */
  update(text: string, done: boolean): Token[] {
    const continues = this.#finished ? text === this.#text : text.slice(0, this.#text.length) === this.#text;
    if (!continues) this.#reset();
    this.#text = text;
    const grown = this.#take(done);
    if (done) {
      this.#commit(this.#tail.length);
      this.#finished = true;
      return [...this.#lexer.tokens];
    }
    let code = this.#openFence();
    if (grown.includes('\n') && !code) {
      this.#commit(this.#stableLength());
      code = this.#openFence();
    }
    return [...this.#lexer.tokens, ...(code ? [code] : this.#lexTail())];
  }

  #reset(): void {
    this.#lexer = new Lexer();
    this.#sources.clear();
    this.#taken = 0;
    this.#tail = '';
    this.#fenceChecked = 0;
    this.#finished = false;
  }

  /** Moves new text into the tail with line ends normalised; a last `\r` waits, for it may be half of `\r\n`. */
  #take(done: boolean): string {
    const end = this.#text.endsWith('\r') && !done ? this.#text.length - 1 : this.#text.length;
    const grown = this.#text.slice(this.#taken, end).replace(/\r\n|\r/g, '\n');
    this.#taken = end;
    this.#tail += grown;
    return grown;
  }

  /**
   * How much of the tail is final: all but the last two blocks, all before a fence that is open (re-lexing a growing
   * code block would be quadratic), and nothing from a possible definition on. Half a line is not looked at: `-` may
   * become an item, a rule, the second line of a table or a comment's end, each with its own view of the lines above.
   */
  #stableLength(): number {
    const lexer = new Lexer();
    const lines = this.#tail.slice(0, this.#tail.lastIndexOf('\n') + 1);
    this.lexedChars += lines.length;
    const tokens = lexer.blockTokens(lines, lexer.tokens);
    const blocks = tokens.filter((token) => token.type !== 'space');
    const last = blocks.at(-1);
    const firstOpen = last && openFence(last.raw, 0) ? last : blocks.at(-2);
    let length = 0;
    for (const token of tokens) {
      const inSource = this.#tail.startsWith(token.raw, length);
      if (token === firstOpen || !inSource || MAY_BECOME_DEFINITION.test(this.#tail.slice(length))) return length;
      length += token.raw.length;
    }
    return 0;
  }

  #commit(length: number): void {
    if (length === 0) return;
    const lexer = this.#lexer;
    const committed = lexer.tokens.length;
    const { links } = lexer.tokens;
    lexer.tokens.links = Object.create(null);
    this.lexedChars += length;
    lexer.blockTokens(this.#tail.slice(0, length), lexer.tokens);
    this.#tail = this.#tail.slice(length);
    this.#fenceChecked = 0;

    const found = Object.entries(lexer.tokens.links).filter(([label]) => !Object.hasOwn(links, label));
    lexer.tokens.links = Object.assign(links, Object.fromEntries(found));
    const labels = found.map(([label]) => label);
    if (labels.length > 0) this.#relink(labels);
    for (const { src, tokens } of lexer.inlineQueue) {
      this.#lexInline(src, tokens);
      if (src.includes('[')) this.#sources.set(tokens, { source: src, folded: fold(src), block: 0 });
    }
    lexer.inlineQueue = [];
    for (let block = committed; block < lexer.tokens.length; block++) this.#rememberBlock(lexer.tokens[block], block);
  }

  #rememberBlock(value: unknown, block: number): void {
    if (typeof value !== 'object' || value === null) return;
    const inline = Array.isArray(value) ? this.#sources.get(value) : undefined;
    if (inline) inline.block = block;
    else Object.values(value).forEach((member) => this.#rememberBlock(member, block));
  }

  /** Lexes the inlines that mention a label defined just now again, in fresh objects, so that views notice. */
  #relink(labels: string[]): void {
    const affected = new Set<Token[]>();
    const blocks = new Set<number>();
    for (const [tokens, { folded, block }] of this.#sources) {
      if (!labels.some((label) => folded.includes(`[${label}]`))) continue;
      affected.add(tokens);
      blocks.add(block);
    }
    const rebuild = (value: unknown): unknown => {
      if (Array.isArray(value)) return affected.has(value) ? this.#lexAgain(value) : value.map(rebuild);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rebuild(member)]));
    };
    const tokens = this.#lexer.tokens;
    for (const block of blocks) tokens[block] = rebuild(tokens[block]) as Token;
  }

  #lexAgain(tokens: Token[]): Token[] {
    const inline = this.#sources.get(tokens);
    if (!inline) return tokens;
    this.#sources.delete(tokens);
    const fresh = this.#lexInline(inline.source, []);
    this.#sources.set(fresh, inline);
    return fresh;
  }

  #lexInline(source: string, tokens: Token[]): Token[] {
    this.lexedChars += source.length;
    this.#lexer.state.inRawBlock = false;
    return this.#lexer.inlineTokens(source, tokens);
  }

  #openFence(): Tokens.Code | null {
    const code = openFence(this.#tail, this.#fenceChecked);
    if (code) this.#fenceChecked = this.#tail.lastIndexOf('\n');
    return code;
  }

  #lexTail(): Token[] {
    const lexer = new Lexer();
    Object.assign(lexer.tokens.links, this.#lexer.tokens.links);
    const source = settle(this.#tail);
    this.lexedChars += source.length;
    return [...lexer.lex(source)];
  }
}

/** The start of a link definition up to the end of the text, in the words of marked's own rule. */
const MAY_BECOME_DEFINITION = (() => {
  const label = String.raw`(?:\\[\s\S]|[^\[\]\\\n]|\n(?![ \t]*\n))`;
  const target = String.raw`(?:[^<\s]\S*|<(?:\\.|[^\n<>\\])*>?)`;
  const gap = String.raw`(?: +(?:\n[ \t]*)?| *\n[ \t]*)`;
  const title = String.raw`(?:"(?:\\[\s\S]|[^"\\])*"?|'(?:\\[\s\S]|[^'\\\n]|\n(?!\n))*'?|\((?:\\[\s\S]|[^()\\])*\)?)`;
  return new RegExp(
    String.raw`^ {0,3}\[${label}*(?:\](?:: *(?:\n[ \t]*)?(?:${target}(?:${gap}(?:${title} *)?)?)?)?)?$`,
  );
})();

/**
 * The code token of a source that is one fence without an end so far, its first line being complete; `checked` is how
 * far it is known to have no end.
 */
function openFence(source: string, checked: number): Tokens.Code | null {
  const match = /^(`{3,}(?=[^`\n]*\n)|~{3,})([^\n]*)\n/.exec(source);
  const [header, marker, lang] = match ?? [];
  if (header === undefined || marker === undefined || lang === undefined) return null;
  if (new RegExp(`\n {0,3}${marker}[~\`]* *(?:\n|$)`).test(source.slice(checked))) return null;
  const text = source.slice(header.length, source.endsWith('\n') ? -1 : undefined);
  return { type: 'code', raw: source, lang: lang.trim(), text };
}

/** Where inline tokens of a committed block came from; `block` is that block's place in the list. */
interface InlineSource {
  source: string;
  folded: string;
  block: number;
}

/** Labels match as marked folds them: without regard to case, outer spaces and length of white space. */
const fold = (text: string): string =>
  text.replace(/\s+/g, ' ').replaceAll('[ ', '[').replaceAll(' ]', ']').toLowerCase().toUpperCase().toLowerCase();
