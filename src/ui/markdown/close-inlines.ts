/**
 * Closes code spans and emphasis that are open at the end of a paragraph, shows an unfinished link as its label, and
 * drops markers that nothing follows yet.
 */
export function closeInlines(text: string): string {
  const open: string[] = [];
  let out = '';
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const token = TOKEN.exec(rest);
    if (!token) {
      out += rest;
      break;
    }
    const [marker] = token;
    out += rest.slice(0, token.index);
    at += token.index;
    const after = text.slice(at + marker.length);

    if (marker.startsWith('`')) {
      const close = new RegExp(`(?<!\`)${marker}(?!\`)`).exec(after);
      if (close) {
        const end = close.index + close[0].length;
        out += marker + after.slice(0, end);
        at += marker.length + end;
        continue;
      }
      const code = after.replace(/`+$/, '');
      return closeAll(code.trim() === '' ? out : out + marker + code + marker, open);
    }
    if (marker === '[' || marker === '![') {
      const link = unfinishedLink(after);
      if (link === null) out += marker;
      else if (marker === '![') return closeAll(out, open);
      else text = text.slice(0, at + 1) + link;
    } else if (/^[*_~]/.test(marker)) {
      out += emphasis(marker, out.at(-1) ?? '', after.at(0) ?? '', open);
    } else if (marker !== '\\') {
      out += marker; // an escape or an address as they are; a lone backslash waits for what it escapes
    }
    at += marker.length;
  }
  return closeAll(out, open);
}

const TOKEN = /\\[\s\S]?|https?:\/\/[^\s<>)\]]+|`+|\*+|_+|~~|!?\[/;

/** What of the marker to show; keeps the stack of markers that are open. */
function emphasis(marker: string, before: string, after: string, open: string[]): string {
  let left = marker.length;
  const closes = before !== '' && !/\s/.test(before) && !(marker.startsWith('_') && /\w/.test(after));
  for (let top = open.at(-1); closes && top?.startsWith(marker.charAt(0)) && top.length <= left; top = open.at(-1)) {
    open.pop();
    left -= top.length;
  }
  const closed = marker.slice(left);
  if (left === 0) return closed;
  if (after === '') return closed; // an opener with nothing behind it, or half a closer
  const rest = marker.slice(0, left);
  if (!/\s/.test(after) && !/[\p{L}\p{N}]/u.test(before) && left <= 3) open.push(rest);
  return closed + rest;
}

/** The label of a link that is not complete at the end of the text, or `null` where there is none. */
function unfinishedLink(after: string): string | null {
  if (/^(?:\\[\s\S]|[^\\[\]])*$/.test(after)) return after;
  const match = /^((?:\\[\s\S]|[^\\[\]])*)\](?:\((?:[^()\s]|\([^()\s]*\))*(?:\s+(?:"[^"]*"?)?)?|\[[^\]]*)?$/.exec(
    after,
  );
  return match?.[1] ?? null;
}

/** Closers stand before trailing spaces: after a space they would not close. */
function closeAll(text: string, open: string[]): string {
  if (open.length === 0) return text;
  const body = text.trimEnd();
  return body + open.reverse().join('') + text.slice(body.length);
}
