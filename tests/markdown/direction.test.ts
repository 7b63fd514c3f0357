import { expect, test } from 'vitest';
import { directionOf } from '../../src/ui/markdown/direction';

test.each([
  ['Kelp', 'ltr'],
  ['שלום world', 'rtl'],
  ['1. **مرحبا** kelp', 'rtl'],
  ['> - `x` أهلا', 'ltr'],
  ['日本語', 'ltr'],
  ['12 + 3 🌊', undefined],
  ['', undefined],
])('the first letter decides which way "%s" is read', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});
