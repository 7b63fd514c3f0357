import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOpenAi } from '../../src/agents/openai';
import { readEvents } from '../../src/agents/openai-stream';
import { streamBody } from '../support/fake-openai';
import { takeTurn } from './turn';

function bodyOf(parts: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

function cutAt(bytes: Uint8Array, offsets: number[]): Uint8Array[] {
  const edges = [0, ...offsets.map((offset) => offset % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return edges.slice(1).map((edge, index) => bytes.slice(edges[index], edge));
}

async function events(parts: Uint8Array[]): Promise<string[]> {
  const found: string[] = [];
  await readEvents(bodyOf(parts), new AbortController().signal, (data) => found.push(data));
  return found;
}

function turnOver(parts: Uint8Array[]) {
  const fetch = async () => new Response(bodyOf(parts), { headers: { 'Content-Type': 'text/event-stream' } });
  return takeTurn(createOpenAi({ address: 'http://127.0.0.1:1', model: 'm' }, { fetch }), 'hi');
}

describe.each([
  ['\\n', '\n'],
  ['\\r\\n', '\r\n'],
  ['\\r', '\r'],
] as const)('with lines ending in %s', (_, lineEnd) => {
  const text = 'Grüße: 海藻 🌊, "fast"\n\\n';
  const bytes = streamBody({ thought: 'ja 🤔', text, lineEnd, pieceLength: 6 });

  test('an answer cut in two at any byte is the same answer', async () => {
    for (let offset = 0; offset <= bytes.length; offset++) {
      const { stopReason, text: got, thought } = await turnOver(cutAt(bytes, [offset]));
      expect({ offset, stopReason, got, thought }).toEqual({
        offset,
        stopReason: 'end_turn',
        got: text,
        thought: 'ja 🤔',
      });
    }
  });

  test('an answer that comes byte by byte is the same answer', async () => {
    const turn = await turnOver(Array.from(bytes, (byte) => Uint8Array.of(byte)));
    expect(turn).toMatchObject({ stopReason: 'end_turn', text, thought: 'ja 🤔' });
  });
});

test('any data in any lines, cut anywhere, comes out whole and in order', async () => {
  const data = fc.string({
    unit: fc.constantFrom('a', ' ', ':', 'data: ', 'ü', '🌊', '\u2028', '{', '"'),
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(data, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.nat(400), { maxLength: 8 }),
      async (messages, lineEnd, offsets) => {
        const text = messages
          .map((lines) => lines.map((line) => `data: ${line}${lineEnd}`).join('') + lineEnd)
          .join('');
        const bytes = new TextEncoder().encode(`: a comment${lineEnd}${lineEnd}${text}`);
        expect(await events(cutAt(bytes, offsets))).toEqual(messages.map((lines) => lines.join('\n')));
      },
    ),
    { numRuns: 500 },
  );
});

test('a last event without the empty line after it still counts', async () => {
  expect(await events([new TextEncoder().encode('data: a\n\ndata: b')])).toEqual(['a', 'b']);
});

test('noise between the events is passed over', async () => {
  const noise = Buffer.from(
    '\uFEFF: ping\n\n<html>\n\nretry: soon\nid: 7\nevent: x\n\ndata: not json\n\ndata: [1]\n\ndata: "x"\n\ndata:\n\n',
  );
  const turn = await turnOver([noise, streamBody({ text: 'still fine' })]);
  expect(turn).toMatchObject({ stopReason: 'end_turn', text: 'still fine' });
});

test('no noise at all makes a turn hang or throw anything but an error in words', async () => {
  const line = fc.oneof(
    fc.json().map((json) => `data: ${json}`),
    fc.json().map((json) => `data: {"choices":[${json}]}`),
    fc.json().map((json) => `data: {"choices":[{"delta":${json}}]}`),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line), async (lines) => {
      const turn = await turnOver([new TextEncoder().encode(lines.join('\n\n'))]);
      expect(turn.stopReason ?? turn.error?.code).toBeTruthy();
    }),
    { numRuns: 500 },
  );
});
