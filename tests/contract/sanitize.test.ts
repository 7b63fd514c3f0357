import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TEXT_LIMIT, TOOL_CONTENT_LIMIT } from '../../src/contract/limits';
import { sanitizeSession } from '../../src/contract/sanitize';
import type { ToolContent } from '../../src/contract/sessions';

/** Anything that may stand in a field, with the field's own words among it so that deep parts are reached. */
const anything = fc.oneof(
  { weight: 3, arbitrary: fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }) },
  fc.constantFrom('user', 'agent', 'complete', 'streaming', 'tool', 'pending', '', 0, NaN, null, undefined),
  fc.string({ unit: 'binary' }),
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .tuple(fc.constantFrom('a', '\n', '"', '🌊', '\ud800', '\0'), fc.integer({ min: 0, max: 40_000 }))
    .map(([unit, count]) => unit.repeat(count)),
);
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('resource_link'), uri: text, name: text }),
  fc.record({ type: fc.constant('resource'), resource: fc.record({ uri: text, text }) }),
  anything,
);
const toolContent = fc.oneof(
  fc.record({ type: fc.constant('content'), content: block }),
  fc.record({ type: fc.constant('diff'), path: text, oldText: fc.option(text), newText: text }),
  anything,
);
const activity = fc.record(
  {
    id: fc.oneof(fc.string({ minLength: 1 }), anything),
    title: anything,
    status: anything,
    toolContent: fc.array(toolContent, { maxLength: 12 }),
    terminalOutput: text,
    rawInput: anything,
    sortIndex: anything,
  },
  { requiredKeys: ['id'] },
);
const message = fc.record(
  {
    id: fc.oneof(fc.string({ minLength: 1 }), anything),
    role: fc.oneof(fc.constantFrom('user', 'agent'), anything),
    content: fc.oneof(fc.string(), anything),
    status: anything,
    eventIds: fc.oneof(fc.array(anything), anything),
    uploads: fc.array(anything),
  },
  { requiredKeys: ['id', 'role', 'content'] },
);
const session = fc.record(
  {
    id: fc.string({ minLength: 1 }).filter((id) => !/[/\\\0]/.test(id) && !/^\.\.?$/.test(id)),
    projectId: fc.constant('p'),
    title: anything,
    status: anything,
    error: anything,
    messages: fc.array(fc.oneof(message, anything), { maxLength: 12 }),
    activities: fc.oneof(fc.array(fc.oneof(activity, anything), { maxLength: 5 }), anything),
    artifacts: fc.oneof(fc.array(anything), anything),
    createdAt: anything,
  },
  { requiredKeys: ['id', 'projectId', 'messages'] },
);

describe('a session is rebuilt from its known fields', () => {
  test('whatever stands in it, nothing throws, and doing it again changes nothing', () => {
    fc.assert(
      fc.property(session, (value) => {
        const once = sanitizeSession(value);
        expect(sanitizeSession(once)).toEqual(once);
        expect(structuredClone(once)).toEqual(once);
      }),
      { numRuns: 200 },
    );
  });

  test('every text is within its bound and the kept items keep their order', () => {
    fc.assert(
      fc.property(session, (value) => {
        const clean = sanitizeSession(value);
        const wanted = value.messages.map((one) => (one as { id?: unknown } | null)?.id);
        let at = -1;
        for (const { id } of clean.messages) {
          at = wanted.indexOf(id, at + 1);
          expect(at).toBeGreaterThanOrEqual(0);
        }
        for (const one of clean.activities ?? []) {
          expect(one.terminalOutput?.length ?? 0).toBeLessThanOrEqual(TEXT_LIMIT + 2);
          expect(JSON.stringify(one.toolContent ?? []).length).toBeLessThanOrEqual(TOOL_CONTENT_LIMIT);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('tool content shares one budget', () => {
  const bounded = (toolContent: ToolContent[]) =>
    sanitizeSession({ id: 's', projectId: 'p', messages: [], activities: [{ id: 'a', toolContent }] }).activities![0]!
      .toolContent!;
  const entry = (text: string): ToolContent => ({ type: 'content', content: { type: 'text', text } });

  test('large entries shrink, small ones behind them stay whole, none is dropped', () => {
    const large = [1, 2, 3, 4].map((n) => entry(`${n}`.repeat(15_000)));
    const small = [entry('small one'), { type: 'diff', path: '/k', oldText: null, newText: 'tiny' } as const];
    const result = bounded([...large, ...small]);
    expect(result).toHaveLength(6);
    expect(result.slice(4)).toEqual(small);
    for (const one of result.slice(0, 4)) {
      const cut = one.type === 'content' && one.content.type === 'text' ? one.content.text : '';
      expect(cut.length).toBeGreaterThan(7_000);
      expect(cut.endsWith('\n…')).toBe(true);
    }
    expect(JSON.stringify(result).length).toBeLessThanOrEqual(TOOL_CONTENT_LIMIT);
    expect(JSON.stringify(result).length).toBeGreaterThan(TOOL_CONTENT_LIMIT - 100);
  });

  test('entries that other apps embed bytes in are dropped', () => {
    const odd = [
      { type: 'content', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
      { type: 'terminal', terminalId: 't' },
      { type: 'content', content: { type: 'audio', data: 'A' } },
    ];
    expect(bounded([...(odd as never[]), entry('kept')])).toEqual([entry('kept')]);
  });
});
