import fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { MarkdownStream } from '../../src/ui/markdown/markdown-stream';

const FRAGMENTS = [
  'word',
  'two words',
  ' ',
  '  ',
  '    ',
  '\t',
  '\n',
  '\n\n',
  '\n \n',
  '\r\n',
  '\r',
  '# ',
  '## Title\n',
  '- ',
  '* ',
  '1. ',
  '2) ',
  '> ',
  '>',
  '- [ ] ',
  '- [x] done\n',
  '```',
  '```js\n',
  '~~~',
  '`',
  '``',
  '*',
  '**',
  '_',
  '~~',
  '---\n',
  '===\n',
  '|',
  '| a | b |\n',
  '|---|---|\n',
  '|---|\n',
  '[',
  ']',
  '[a]',
  '[b][a]',
  '[a]: /u\n',
  '[A]: /other "title"\n',
  '[b]: <x y>\n',
  '[a]:',
  ' "t',
  '"',
  "'",
  '(',
  ')',
  ': ',
  '/url',
  '![a](data:x)',
  '[x](https://e.org)',
  'https://e.org',
  '<div>',
  '</div>',
  '<pre>',
  '</pre>',
  '<!--',
  '-->',
  '<b>',
  '&amp;',
  '\\',
  '!',
  'é😀',
];
const fragment = fc.constantFrom(...FRAGMENTS);
const markdown = fc
  .array(fc.oneof({ weight: 9, arbitrary: fragment }, fc.string({ maxLength: 6 })), { maxLength: 60 })
  .map((parts) => parts.join(''));

describe('streamed Markdown', () => {
  it('ends as the very tokens that the whole text gives, however it was cut', () => {
    fc.assert(
      fc.property(markdown, fc.array(fc.nat(12), { minLength: 1 }), (text, sizes) => {
        const stream = new MarkdownStream();
        for (let end = 0, turn = 0; end < text.length; turn++) {
          end += 1 + (sizes[turn % sizes.length] ?? 0);
          stream.update(text.slice(0, end), false);
        }
        expect(stream.update(text, true)).toEqual([...marked.lexer(text)]);
      }),
      { numRuns: Number(process.env.RUNS ?? 1500) },
    );
  });

  it.each([
    ['a definition whose title goes on over blank lines', '[a]: /u "one\n\ntwo\n\nthree\n\nfour"\n\n[a]\n'],
    ['a definition whose label goes on over other blocks', '[one\n# two\n# three\n# four\n]: /u\n\nend\n'],
    ['an item that goes on after a blank line', '- a\n\n  b\n\n  - c\n\n    d\n\n- e\n\ntext\n'],
    ['a comment that ends late', 'a\n\n<!-- b\n\nc\n\nd\n\n--> e\n\nf\n'],
  ])('waits for the end of %s', (_what, text) => {
    const stream = new MarkdownStream();
    for (let end = 1; end < text.length; end++) stream.update(text.slice(0, end), false);
    expect(stream.update(text, true)).toEqual([...marked.lexer(text)]);
  });

  it('links a word at once to a definition that comes much later', () => {
    const paragraphs = Array.from({ length: 20 }, (_, index) => `Paragraph ${index}.\n\n`).join('');
    const stream = new MarkdownStream();
    const before = stream.update(`See [Docs].\n\n${paragraphs}`, false);
    const after = stream.update(`See [Docs].\n\n${paragraphs}[docs]: https://e.org\n\nOne.\n\nTwo.\n\nThree`, false);
    expect(JSON.stringify(before[0])).not.toContain('https://e.org');
    expect(JSON.stringify(after[0])).toContain('https://e.org');
    expect(after[0]).not.toBe(before[0]); // a changed block is a new object, or its view would not notice
    expect(after[2]).toBe(before[2]);
  });

  it('shows an unfinished code fence as code', () => {
    const [token] = new MarkdownStream().update('```ts\nconst a = 1;\nconst b', false);
    expect(token).toMatchObject({ type: 'code', lang: 'ts', text: 'const a = 1;\nconst b' });
  });

  it('starts over when the text is another one', () => {
    const stream = new MarkdownStream();
    stream.update('# One\n\ntext\n\ntext', true);
    expect(stream.update('Two', true)).toEqual([...marked.lexer('Two')]);
  });

  it.each([
    ['mixed text', 200_000, mixed],
    ['one code block', 200_000, (length: number) => '```js\n' + 'const a = 1;\n'.repeat(length / 13)],
    ['many link definitions', 20_000, definitions],
  ])(
    'costs twice as much for twice the length: %s',
    (_what, length, generate) => {
      const half = streamed(generate(length / 2));
      const whole = streamed(generate(length));
      expect(whole.lexedChars / half.lexedChars).toBeLessThan(2.4);
      expect(whole.lexedChars / length).toBeLessThan(20); // 100 characters at a time
    },
    60_000,
  );
});

function definitions(length: number): string {
  const define = (_: unknown, n: number) => `See [r${n}] here.\n\n[r${n}]: /u${n}\n\n`;
  return Array.from({ length: length / 40 }, define).join('');
}

function mixed(length: number): string {
  const parts = [
    '## A heading\n\n',
    'A paragraph with **bold**, `code` and a [link](https://e.org) that goes on for a while so that it has a usual length.\n\n',
    '- one\n- two\n  - nested\n- [x] three\n\n',
    '```ts\nfunction f(a: number) {\n  return a * 2;\n}\n```\n\n',
    '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n',
    '> quoted\n> text\n\n',
  ];
  let text = '';
  for (let turn = 0; text.length < length; turn++) text += parts[turn % parts.length];
  return text;
}

function streamed(text: string): MarkdownStream {
  const stream = new MarkdownStream();
  for (let end = 100; end < text.length; end += 100) stream.update(text.slice(0, end), false);
  stream.update(text, true);
  return stream;
}
