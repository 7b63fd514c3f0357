import type { Token } from 'marked';

/**
 * The level of each heading among the blocks, by its place. Under the page's own `h1` they start at 2 and go down one
 * at a time whatever the text begins with or leaves out: readers move by level.
 */
export function headingLevels(blocks: Token[]): (number | undefined)[] {
  const above: number[] = [];
  return blocks.map((token) => {
    if (token.type !== 'heading') return undefined;
    const depth = Number(token.depth);
    while ((above.at(-1) ?? 0) >= depth) above.pop();
    above.push(depth);
    return above.length + 1;
  });
}
