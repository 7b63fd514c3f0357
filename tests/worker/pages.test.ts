import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { itemKeys, type SessionItem } from '../../src/contract/backend';
import { diffSession } from '../../src/client/session-diff';
import { mergeList } from '../../src/worker/merge';
import { repage, type Page } from '../../src/worker/pages';
import { message, session } from '../contract/case';

const sizes = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 90 });
const itemsOf = (lengths: number[]): SessionItem[] =>
  lengths.map((length, n) => message(`m${n}`, { content: 'k'.repeat(length) }));
const flat = (pages: Page[]) => pages.flatMap((page) => page.items);
/** What the store holds after the writes: the rows by number, read in the order of the pages. */
const stored = (before: Page[], { pages, written, dropped }: ReturnType<typeof repage>) => {
  const rows = new Map(before.map((page) => [page.n, page.items]));
  for (const n of dropped) rows.delete(n);
  for (const page of written) rows.set(page.n, page.items);
  expect(new Set(rows.keys())).toEqual(new Set(pages.map((page) => page.n)));
  return pages.flatMap((page) => rows.get(page.n)!);
};

describe('a list in pages', () => {
  test('is whole and in order after any edit, and its pages stay within their size', () => {
    const edits = fc.array(fc.tuple(fc.constantFrom('remove', 'insert', 'change', 'move'), fc.nat(), fc.nat()), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(sizes, edits, (lengths, steps) => {
        let items = itemsOf(lengths);
        const first = repage([], items, 0);
        expect(stored([], first)).toEqual(items);
        items = [...items];
        steps.forEach(([kind, a, b], n) => {
          const at = items.length ? a % items.length : 0;
          if (kind === 'remove') items.splice(at, 1);
          if (kind === 'insert') items.splice(at, 0, message(`new${n}`, { content: 'x'.repeat(b % 9000) }));
          if (kind === 'change' && items.length) items[at] = { ...items[at]! };
          if (kind === 'move' && items.length) items.splice(b % items.length, 0, ...items.splice(at, 1));
        });
        const second = repage(first.pages, items, first.nextPage);
        expect(flat(second.pages)).toEqual(items);
        expect(stored(first.pages, second)).toEqual(items);
        for (const page of second.pages) expect(page.items.length).toBeLessThanOrEqual(64);
      }),
      { numRuns: 150 },
    );
  });

  test('one changed message of two thousand rewrites one page, and an appended one the last', () => {
    const items = itemsOf(Array<number>(2000).fill(1200));
    const first = repage([], items, 0);
    expect(first.pages.length).toBeGreaterThan(20);
    const changed = items.with(777, { ...items[777]! });
    expect(repage(first.pages, changed, first.nextPage).written).toHaveLength(1);
    const appended = repage(first.pages, [...items, message('last')], first.nextPage);
    expect(appended.written.map((page) => page.n)).toEqual([first.pages.at(-1)!.n]);
  });
});

describe('a change applied to what it was made from', () => {
  const list = fc.array(
    fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), content: fc.constantFrom('x', 'y', 'z') }),
    { maxLength: 9 },
  );
  const messages = (items: { id: string; content: string }[]) =>
    items.map(({ id, content }) => message(id, { content }));

  test('gives exactly what was saved, repeated ids and any order included', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const seen = { session: session('s', { messages: messages(before) }), epoch: 0 };
        const change = diffSession(seen, session('s', { messages: messages(after) })).lists.messages;
        const result = change ? mergeList(messages(before), change) : messages(before);
        expect(result).toEqual(messages(after));
      }),
      { numRuns: 1000 },
    );
  });

  test('keeps every message that its client never saw', () => {
    fc.assert(
      fc.property(list, list, list, (before, after, elsewhere) => {
        const unseen = elsewhere.map((one, n) => message(`unseen${n}`, { content: one.content }));
        const seen = { session: session('s', { messages: messages(before) }), epoch: 0 };
        const change = diffSession(seen, session('s', { messages: messages(after) })).lists.messages;
        const store = [...messages(before), ...unseen];
        const result = change ? mergeList(store, change) : store;
        expect(result.filter((one) => one.id.startsWith('unseen'))).toEqual(unseen);
        const keys = itemKeys(result.filter((one) => !one.id.startsWith('unseen')));
        expect(new Set(keys)).toEqual(new Set(itemKeys(messages(after))));
      }),
      { numRuns: 500 },
    );
  });
});
