import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Sentences } from '../../src/ui/conversation/sentences';

describe('reading a reply aloud while it streams', () => {
  it('says a sentence when it is complete, and the last one at the end', () => {
    const sentences = new Sentences();
    expect(sentences.take('Hello the', false)).toEqual([]);
    expect(sentences.take('Hello there. How', false)).toEqual(['Hello there.']);
    expect(sentences.take('Hello there. How are you', false)).toEqual([]);
    expect(sentences.take('Hello there. How are you', true)).toEqual(['How are you']);
  });

  it('says each item of a list when its line is complete', () => {
    expect(new Sentences().take('- one\n- [x] two\n- thr', false)).toEqual(['one', 'two']);
  });

  it('names code instead of spelling it', () => {
    expect(new Sentences().take('Look:\n```ts\nconst a = 1;\n```\nDone.', true)).toEqual(['Look:', 'Code.', 'Done.']);
  });

  it('speaks no marks: headings, emphasis, links, images, tables', () => {
    const text =
      '## The **plan**\nSee [the docs](https://e.org/a_(b)) and `x`.\n![A chart!](embed://c)\n| a | b |\n|---|---|\n';
    expect(new Sentences().take(text, true)).toEqual(['The plan', 'See the docs and x.', 'A chart!', 'a, b']);
  });

  it('begins where it is told to', () => {
    expect(new Sentences(5).take('Old.\nNew.', true)).toEqual(['New.']);
  });

  it('says every word once, however the text arrives', () => {
    const word = fc.constantFrom('one', 'two.', 'three?', 'four!', 'five,', 'six\n', 'seven.\n\n');
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (words, sizes) => {
          const text = words.join(' ');
          const sentences = new Sentences();
          const said: string[] = [];
          for (let end = 0, turn = 0; end < text.length; turn++) {
            end += sizes[turn % sizes.length] ?? 1;
            said.push(...sentences.take(text.slice(0, end), false));
          }
          said.push(...sentences.take(text, true));
          expect(said.join(' ').split(/\s+/).filter(Boolean)).toEqual(text.split(/\s+/).filter(Boolean));
        },
      ),
    );
  });
});
