import { describe, expect, it } from 'vitest';
import { settle } from '../../src/ui/markdown/settle';

describe('while a reply streams, the reader never sees half-parsed markup', () => {
  it.each([
    ['stars of bold text that has begun', 'some **bo', 'some **bo**'],
    ['stars with nothing behind them', 'some **', 'some '],
    ['half of the closing stars', 'some **bold*', 'some **bold**'],
    ['bold and italic at once', '***both', '***both***'],
    ['italic inside bold', '**a *b', '**a *b***'],
    ['a space before the closer', '**bold ', '**bold** '],
    ['struck text', '~~gone', '~~gone~~'],
    ['a code span that has begun', 'run `npm te', 'run `npm te`'],
    ['a backtick with nothing behind it', 'run `', 'run '],
    ['a link whose address is arriving', 'see [the docs](https://exa', 'see the docs'],
    ['a link whose label is arriving', 'see [the do', 'see the do'],
    ['bold inside such a label', 'see [the **do', 'see the **do**'],
    ['an image that is arriving', 'see ![a chart](embed://x', 'see '],
    ['a lone backslash', 'a \\', 'a '],
    ['a dash that may become a list or a heading', 'Steps:\n-', 'Steps:\n'],
    ['an underline that may become a heading', 'Steps\n===', 'Steps\n'],
    ['the number of a list item', 'Steps:\n\n1.', 'Steps:\n\n'],
    ['half of a task box', '- [ ] a\n- [', '- [ ] a\n'],
    ['half of a fence', 'Code:\n\n``', 'Code:\n\n'],
    ['the language of a fence as it is typed', '```typ', '```'],
    ['the header of a table', 'Here:\n\n| a | b |', 'Here:\n\n'],
    ['half of the row under the header', '| a | b |\n|--', ''],
  ])('hides %s', (_what, source, shown) => {
    expect(settle(source)).toBe(shown);
  });

  it.each([
    ['finished text', 'a **b** `c` [d](https://e.org) *f*'],
    ['a product', 'the area is 5*3 and 2 * 4'],
    ['names with underscores', 'call snake_case_name here'],
    ['an address with underscores', 'https://example.org/_a/b_c'],
    ['escaped markers', 'a \\*star'],
    ['code in an open fence', '```ts\nconst a = b **'],
    ['the rows of a table', '| a | b |\n|---|---|\n| 1 | 2'],
    ['a finished link with brackets in its address', '[a](https://e.org/x_(y))'],
  ])('leaves %s alone', (_what, source) => {
    expect(settle(source)).toBe(source);
  });
});
