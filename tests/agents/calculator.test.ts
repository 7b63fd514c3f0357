import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculate, EXPRESSION_LIMIT } from '../../src/agents/calculator';

test.each([
  ['12 * (3 + 4)', 84],
  ['2^10 / 3', 1024 / 3],
  ['-2^2', -4],
  ['(-2)^2', 4],
  ['2^3^2', 512],
  ['2^-1', 0.5],
  ['7 % 4 - .5', 2.5],
  ['8 / 4 / 2', 1],
  ['10 - 4 - 3', 3],
  ['2 * -3', -6],
  ['--5', 5],
  ['1. + 1', 2],
])('%s is %d', (expression, value) => {
  expect(calculate(expression)).toEqual({ value });
});

test.each([
  ['1 / 0', 'division-by-zero'],
  ['5 % (2 - 2)', 'division-by-zero'],
  ['0 ^ -1', 'division-by-zero'],
  ['10 ^ 999', 'too-large'],
  ['9'.repeat(400), 'too-large'],
  ['(-8) ^ .5', 'not-real'],
  ['', 'syntax'],
  ['2 +', 'syntax'],
  ['(2', 'syntax'],
  ['2)', 'syntax'],
  ['2 3', 'syntax'],
  ['1.2.3', 'syntax'],
  ['2 ** 3', 'syntax'],
  ['alert(1)', 'syntax'],
  ['('.repeat(EXPRESSION_LIMIT), 'syntax'],
  ['('.repeat(100_000), 'syntax'],
])('%.20s is refused for the right reason', (expression, problem) => {
  expect(calculate(expression)).toEqual({ problem });
});

/** An expression tree, written out in full and worked out by hand. */
interface Sample {
  text: string;
  value: number;
}

const sample = fc.letrec<{ any: Sample }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.integer({ min: 0, max: 1_000 }).map((n) => ({ text: n % 3 ? `${n / 4}` : `${n}`, value: n % 3 ? n / 4 : n })),
    tie('any').map(({ text, value }) => ({ text: `-(${text})`, value: -value })),
    fc
      .tuple(tie('any'), fc.constantFrom('+', '-', '*', '/', '%', '^'), tie('any'))
      .map(([a, sign, b]) => ({ text: `(${a.text}) ${sign} (${b.text})`, value: apply(a.value, sign, b.value) })),
  ),
})).any;

function apply(a: number, sign: string, b: number): number {
  switch (sign) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? NaN : a / b;
    case '%':
      return a % b;
    default:
      return a === 0 && b < 0 ? NaN : a ** b;
  }
}

test('every expression with its parentheses written out gives the true result, or a reason where there is none', () => {
  fc.assert(
    fc.property(sample, ({ text, value }) => {
      fc.pre(text.length <= EXPRESSION_LIMIT);
      const result = calculate(text);
      // A part may be infinite although the whole is not, such as 1 / 10^999.
      if ('problem' in result) expect(['division-by-zero', 'too-large', 'not-real']).toContain(result.problem);
      else expect(result.value).toBe(value);
      if (!Number.isFinite(value)) expect(result).toHaveProperty('problem');
    }),
  );
});

test('without parentheses the signs bind as in JavaScript', () => {
  const number = fc.integer({ min: 1, max: 99 });
  const tail = fc.array(fc.tuple(fc.constantFrom('+', '-', '*', '/', '%'), number), { maxLength: 12 });
  fc.assert(
    fc.property(number, tail, (first, rest) => {
      const text = `${first}${rest.map(([sign, n]) => ` ${sign} ${n}`).join('')}`;
      const value: unknown = new Function(`return ${text}`)();
      fc.pre(typeof value === 'number' && Number.isFinite(value) && !/[/%] 0/.test(text));
      expect(calculate(text)).toEqual({ value });
    }),
  );
});

test('no text at all makes it throw', () => {
  const noise = fc.string({ unit: fc.constantFrom(...'0123456789.+-*/%^() aé'), maxLength: 60 });
  fc.assert(
    fc.property(noise, (text) => {
      const result = calculate(text);
      if ('value' in result) expect(Number.isFinite(result.value)).toBe(true);
    }),
  );
});
