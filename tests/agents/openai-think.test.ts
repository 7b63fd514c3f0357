import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ThinkSplitter } from '../../src/agents/openai-think';

function split(chunks: string[]) {
  const splitter = new ThinkSplitter();
  const parts = [...chunks.map((chunk) => splitter.push(chunk)), splitter.end()];
  return { text: parts.map(({ text }) => text).join(''), thought: parts.map(({ thought }) => thought).join('') };
}

/** The same rule, over the whole answer at once. */
function truth(answer: string) {
  const match = /^\s*<think>([\s\S]*)$/.exec(answer);
  if (!match?.[1] && match?.[1] !== '') return { text: answer, thought: '' };
  const end = match[1].indexOf('</think>');
  if (end < 0) return { text: '', thought: match[1] };
  return { text: match[1].slice(end + '</think>'.length).trimStart(), thought: match[1].slice(0, end) };
}

test('takes the thought apart from the text, without the white space between', () => {
  expect(split(['\n<think>why\nnot</think>\n\nBecause.'])).toEqual({ thought: 'why\nnot', text: 'Because.' });
});

test('a tag further in is text', () => {
  expect(split(['a <think>b</think>'])).toEqual({ thought: '', text: 'a <think>b</think>' });
});

test('an answer that stops inside the thought, even inside its end tag, loses nothing', () => {
  expect(split(['<think>so far</thi'])).toEqual({ thought: 'so far</thi', text: '' });
});

test('an answer that only begins like a tag is text', () => {
  expect(split([' <th', 'is>'])).toEqual({ thought: '', text: ' <this>' });
  expect(split([' <thin'])).toEqual({ thought: '', text: ' <thin' });
});

test('hands over ordinary text at once', () => {
  expect(new ThinkSplitter().push('Hi')).toEqual({ text: 'Hi', thought: '' });
});

test('hands over a long thought while it arrives', () => {
  const splitter = new ThinkSplitter();
  splitter.push('<think>');
  expect(splitter.push('step one <').thought).toBe('step one ');
});

const answer = fc
  .array(fc.constantFrom('<think>', '</think>', '<', '</', '<th', 'think>', ' ', '\n', 'a', 'ü🌊', '>'), {
    maxLength: 14,
  })
  .map((parts) => parts.join(''));

test('any answer, cut anywhere, is split the same way', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        answer,
        answer.map((text) => `<think>${text}`),
      ),
      fc.array(fc.nat(12)),
      (text, lengths) => {
        const chunks: string[] = [];
        let rest = text;
        for (const length of lengths) {
          chunks.push(rest.slice(0, length));
          rest = rest.slice(length);
        }
        expect(split([...chunks, rest])).toEqual(truth(text));
      },
    ),
    { numRuns: 2_000 },
  );
});
