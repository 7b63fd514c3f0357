import fc from 'fast-check';
import { expect, test } from 'vitest';
import { titleOf } from '../../src/state/title';

test('a short first prompt is the title, on one line', () => {
  expect(titleOf('  How do\n\tkelp forests   grow? ')).toBe('How do kelp forests grow?');
});

test('a long first prompt is cut at a word', () => {
  expect(titleOf('Explain to me like I am five years old why the sea is salty and rivers are not')).toBe(
    'Explain to me like I am five years old why the…',
  );
});

test('a word that ends exactly at the limit stays whole', () => {
  const words48 = `${'a'.repeat(40)} ${'b'.repeat(7)}`;
  expect(titleOf(words48)).toBe(words48);
  expect(titleOf(`${words48} c`)).toBe(`${words48}…`);
});

test('a text without spaces is cut all the same, never inside a character', () => {
  expect(titleOf('海'.repeat(60))).toBe(`${'海'.repeat(48)}…`);
  expect(titleOf('🌊'.repeat(60))).toBe(`${'🌊'.repeat(48)}…`);
});

test('whatever is asked, the title is a start of it and at most 49 characters long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (prompt) => {
      const title = titleOf(prompt);
      expect(Array.from(title).length).toBeLessThanOrEqual(49);
      expect(prompt.trim().replace(/\s+/g, ' ').startsWith(title.replace(/…$/, ''))).toBe(true);
    }),
  );
});
