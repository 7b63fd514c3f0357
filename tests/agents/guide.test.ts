import { describe, expect, test } from 'vitest';
import { createGuide } from '../../src/agents/guide';
import * as words from '../../src/agents/guide-words';
import { openCalls, takeTurn } from './turn';

const guide = () => createGuide({ delayMs: 0 });
const say = async (text: string) => (await takeTurn(guide(), text)).text;

test('answers in pieces of a few words', async () => {
  const { updates } = await takeTurn(guide(), '/tour');
  const pieces = updates.flatMap((update) =>
    update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text' ? [update.content.text] : [],
  );
  expect(pieces.length).toBeGreaterThan(20);
  expect(Math.max(...pieces.map((piece) => piece.trim().split(/\s+/).length))).toBeLessThanOrEqual(3);
  expect(pieces.join('')).toBe(words.tour);
});

test('/help names every command, and every named command works', async () => {
  const help = await say('/help');
  for (const { name } of words.COMMANDS) {
    expect(help).toContain(name);
    expect(await say(name)).not.toContain('I do not know');
  }
});

test('a command it does not know is said to be unknown, with those it knows', async () => {
  expect(await say('/dance `now`')).toBe(words.unknownCommand('/dance'));
});

test.each(['hello', 'Hi!', 'Good morning', 'What can you do?', 'how does this work', 'What is Holdfast?', 'HELP'])(
  '"%s" gets the tour',
  async (text) => expect(await say(text)).toBe(words.tour),
);

test('the tour shows headings, a list, a table and code', () => {
  expect(words.tour).toMatch(/^## /m);
  expect(words.tour).toMatch(/^- /m);
  expect(words.tour).toMatch(/^\| --- \|/m);
  expect(words.tour).toMatch(/^```sh$/m);
});

test.each([
  ['12 * (3 + 4)', '84'],
  ['what is 2^10 / 3?', '341.333333333333'],
  ['What’s 0.1 + 0.2 =', '0.3'],
  ['calculate 9 × 8 ÷ 6 − 2', '10'],
  ['9007199254740990 + 1', '9007199254740991'],
])('works out "%s"', async (text, result) => {
  expect(await say(text)).toContain(`**${result}**`);
});

test('says in words why a sum has no result', async () => {
  expect(await say('1 / 0')).toBe(words.sumProblems['division-by-zero']);
  expect(await say('2 + * 3')).toBe(words.sumProblems.syntax);
});

test.each(['Write me a poem about the sea', 'What is 2 apples plus 3 pears?', '42', 'tell me about 1984'])(
  'says honestly that it is no model when asked "%s"',
  async (text) => {
    const answer = await say(text);
    expect(answer).toContain('no language model');
    expect(answer).toContain('Add agent');
  },
);

test('a message without text is answered too', async () => {
  expect(await say('  ')).toBe(words.nothingAsked);
});

describe('/demo', () => {
  test('thinks, reads twice, asks with a diff, then writes, delivers the file and explains it with code', async () => {
    const turn = await takeTurn(guide(), '/demo');
    expect(turn.stopReason).toBe('end_turn');
    expect(turn.thought).not.toBe('');
    expect([...turn.calls.values()].map(({ kind, status }) => [kind, status])).toEqual([
      ['read', 'completed'],
      ['read', 'completed'],
      ['edit', 'completed'],
    ]);
    const [request] = turn.permissions;
    expect(request?.options.map(({ kind }) => kind)).toEqual(['allow_once', 'allow_always', 'reject_once']);
    expect(request?.toolCall.content).toMatchObject([{ type: 'diff', path: 'demo/kelp.svg' }]);
    expect(turn.calls.get(request?.toolCall.toolCallId ?? '')?.rawOutput).toBeDefined();
    const file = turn.updates.find(
      (update) =>
        'content' in update &&
        'type' in (update.content ?? {}) &&
        update.sessionUpdate === 'agent_message_chunk' &&
        update.content.type === 'resource',
    );
    expect(file).toMatchObject({ content: { resource: { uri: 'demo/kelp.svg', mimeType: 'image/svg+xml' } } });
    expect(turn.text).toContain('```svg');
  });

  test('writes nothing when the user rejects, and says so', async () => {
    const turn = await takeTurn(guide(), '/demo', { permission: 'reject_once' });
    expect(turn.stopReason).toBe('end_turn');
    expect([...turn.calls.values()].at(-1)?.status).toBe('failed');
    expect(turn.text.endsWith(words.demo.rejected)).toBe(true);
    expect(JSON.stringify(turn.updates)).not.toContain('"resource"');
  });

  test('ends as cancelled with no open call when the question is cancelled', async () => {
    const turn = await takeTurn(guide(), '/demo', { permission: 'cancelled' });
    expect(turn.stopReason).toBe('cancelled');
    expect(openCalls(turn)).toEqual([]);
  });

  test('Stop ends a question that nobody answers', async () => {
    const stop = new AbortController();
    const turn = await takeTurn(guide(), '/demo', {
      signal: stop.signal,
      permission: 'never answer',
      onPermission: () => stop.abort(),
    });
    expect(turn.stopReason).toBe('cancelled');
    expect(openCalls(turn)).toEqual([]);
  });

  test('does not ask again in a conversation that always allows, but does in another', async () => {
    const agent = guide();
    await takeTurn(agent, '/demo', { sessionId: 'a', permission: 'allow_always' });
    const again = await takeTurn(agent, '/demo', { sessionId: 'a', permission: 'reject_once' });
    expect(again.permissions).toEqual([]);
    expect(again.text).toContain(words.demo.allowedBefore);
    expect((await takeTurn(agent, '/demo', { sessionId: 'b' })).permissions).toHaveLength(1);
  });

  test('uses new ids for the calls of every turn', async () => {
    const agent = guide();
    const [first, second] = [await takeTurn(agent, '/demo'), await takeTurn(agent, '/demo')];
    expect([...first.calls.keys()].filter((id) => second.calls.has(id))).toEqual([]);
  });
});
