/** `syntax`: not an expression; `division-by-zero`; `too-large`: beyond a double; `not-real`: such as (-8)^0.5. */
export type CalculationProblem = 'syntax' | 'division-by-zero' | 'too-large' | 'not-real';
export type Calculation = { value: number } | { problem: CalculationProblem };

/** Parsing is recursive: longer input could nest deep enough to exhaust the stack. */
export const EXPRESSION_LIMIT = 1_000;

/**
 * Works out + - * / % (remainder) ^ and parentheses over decimals, in double precision.
 * Powers bind tighter than a sign before them (-2^2 is -4) and group to the right.
 */
export function calculate(expression: string): Calculation {
  try {
    if (expression.length > EXPRESSION_LIMIT) throw new Problem('syntax');
    return { value: new Parser(expression).parse() };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.problem };
    throw error;
  }
}

class Problem extends Error {
  constructor(readonly problem: CalculationProblem) {
    super(problem);
  }
}

class Parser {
  readonly #tokens: string[];
  #next = 0;

  constructor(expression: string) {
    this.#tokens = expression.match(/\d+(?:\.\d*)?|\.\d+|\S/g) ?? [];
  }

  parse(): number {
    const value = this.#sum();
    if (this.#next < this.#tokens.length) throw new Problem('syntax');
    return value;
  }

  #sum(): number {
    let left = this.#product();
    for (let sign = this.#take('+', '-'); sign; sign = this.#take('+', '-')) {
      const right = this.#product();
      left = checked(sign === '+' ? left + right : left - right);
    }
    return left;
  }

  #product(): number {
    let left = this.#signed();
    for (let sign = this.#take('*', '/', '%'); sign; sign = this.#take('*', '/', '%')) {
      const right = this.#signed();
      if (sign !== '*' && right === 0) throw new Problem('division-by-zero');
      left = checked(sign === '*' ? left * right : sign === '/' ? left / right : left % right);
    }
    return left;
  }

  #signed(): number {
    const sign = this.#take('+', '-');
    if (!sign) return this.#power();
    const value = this.#signed();
    return sign === '-' ? -value : value;
  }

  #power(): number {
    const base = this.#atom();
    if (!this.#take('^')) return base;
    const exponent = this.#signed();
    if (base === 0 && exponent < 0) throw new Problem('division-by-zero');
    return checked(base ** exponent);
  }

  #atom(): number {
    if (this.#take('(')) {
      const value = this.#sum();
      if (!this.#take(')')) throw new Problem('syntax');
      return value;
    }
    const token = this.#tokens[this.#next++] ?? '';
    if (!/\d/.test(token)) throw new Problem('syntax');
    return checked(Number(token));
  }

  #take(...signs: string[]): string | null {
    const token = this.#tokens[this.#next];
    if (token === undefined || !signs.includes(token)) return null;
    this.#next++;
    return token;
  }
}

function checked(value: number): number {
  if (Number.isNaN(value)) throw new Problem('not-real');
  if (!Number.isFinite(value)) throw new Problem('too-large');
  return value;
}
