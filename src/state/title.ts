const TITLE_LENGTH = 48;

/** The title of a new conversation: its first prompt on one line, cut at a word near 48 characters. */
export function titleOf(prompt: string): string {
  const line = prompt.trim().replace(/\s+/g, ' ');
  const characters = Array.from(line);
  if (characters.length <= TITLE_LENGTH) return line;
  const head = characters.slice(0, TITLE_LENGTH).join('');
  const lastSpace = characters[TITLE_LENGTH] === ' ' ? head.length : head.lastIndexOf(' ');
  // A text without spaces near the limit, such as an address or Japanese, is cut where it is.
  return `${lastSpace > head.length / 2 ? head.slice(0, lastSpace) : head}…`;
}
