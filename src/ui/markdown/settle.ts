import { closeInlines } from './close-inlines';

/**
 * Makes the end of a growing Markdown text presentable: what is open gets closed, what is only markup so far is left
 * out. Otherwise `**bo` would show its stars until the closing ones arrive, and `-` under a line of text would turn
 * that line into a heading for a moment.
 */
export function settle(source: string): string {
  const lastLine = source.lastIndexOf('\n') + 1;
  const line = source.slice(lastLine);
  if (isInFence(source, lastLine)) return source;
  const fence = /^[ \t>]*(?:`{3,}|~{3,})/.exec(line);
  if (fence) return source.slice(0, lastLine) + fence[0]; // its language is not complete yet
  if (MARKUP_ONLY.test(line)) return source.slice(0, lastLine);
  const table = unfinishedTable(source, lastLine);
  if (table !== null) return source.slice(0, table);
  const start = blockStart(source, lastLine);
  return source.slice(0, start) + closeInlines(source.slice(start));
}

/** Bullets, boxes, rules, quote marks, underlines of headings, numbers of list items: nothing to read yet. */
const MARKUP_ONLY = /^[ \t>]*(?:[-+*=_#`~]+|\d{1,9}[.)]?|(?:[-+*]|\d{1,9}[.)])[ \t]*\[[ xX]?\]?)?[ \t]*$/;

/** Whether the line at `end` lies in a fenced block; fences of list items and quotes count too. */
function isInFence(source: string, end: number): boolean {
  let open: string | null = null;
  for (const match of source.slice(0, end).matchAll(/^[ \t>]*(?:(?:[-+*]|\d+[.)])[ \t]+)?(`{3,}|~{3,})([^\n]*)$/gm)) {
    const [, marker = '', rest = ''] = match;
    if (open === null) open = marker;
    else if (marker.startsWith(open) && rest.trim() === '') open = null;
  }
  return open !== null;
}

/** Where a table begins whose delimiter row is not complete: its header would show as text with bars until then. */
function unfinishedTable(source: string, lastLine: number): number | null {
  const line = source.slice(lastLine);
  if (!/^ {0,3}\|/.test(line)) return null;
  const header = lineBefore(source, lastLine);
  if (!header?.text.includes('|')) return lastLine;
  const isDelimiter = /^[ |:-]*$/.test(line) && !lineBefore(source, header.start)?.text.includes('|');
  return isDelimiter ? header.start : null;
}

function lineBefore(source: string, start: number): { start: number; text: string } | null {
  if (start === 0) return null;
  const before = source.lastIndexOf('\n', start - 2) + 1;
  return { start: before, text: source.slice(before, start - 1) };
}

/** The start of the last paragraph, item, row or heading: inline markup does not reach beyond it. */
function blockStart(source: string, lastLine: number): number {
  let start = lastLine;
  let text = source.slice(lastLine);
  while (!/^[ \t>]*(?:[-+*#]+[ \t]|\d+[.)][ \t]|\|)/.test(text)) {
    const before = lineBefore(source, start);
    if (!before || /^[ \t>]*$/.test(before.text)) break;
    ({ start, text } = before);
  }
  return start;
}
