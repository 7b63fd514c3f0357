import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SessionUpdate, ToolCallStatus } from '../../src/agents/agent';
import { sanitizeSession } from '../../src/contract/sanitize';
import type { PersistedChatSession } from '../../src/contract/sessions';
import { finishTurn, fold, foldArtifact, type Turn } from '../../src/state/fold';
import { says, thinks } from './stage';

const turn: Turn = { promptMessageId: 'p', streamId: 's' };
const empty: PersistedChatSession = {
  id: 'x',
  projectId: 'home',
  title: '',
  cwd: '',
  status: 'running',
  messages: [],
  activeRun: { promptMessageId: 'p', startedAt: 1 },
  createdAt: 1,
  updatedAt: 1,
};
const call = (toolCallId: string, status?: ToolCallStatus): SessionUpdate => ({
  sessionUpdate: 'tool_call',
  toolCallId,
  title: toolCallId,
  status,
});
const play = (updates: SessionUpdate[]): PersistedChatSession =>
  updates.reduce((session, update, at) => fold(session, update, turn, at + 2), empty);

describe('an answer as it comes in', () => {
  test('chunks grow one message that answers the prompt', () => {
    expect(play([says('Hel'), says(''), says('lo')]).messages).toMatchObject([
      { role: 'agent', content: 'Hello', status: 'streaming', responseToMessageId: 'p', createdAt: 2, updatedAt: 4 },
    ]);
  });

  test('empty chunks make no bubble and change nothing', () => {
    expect(play([says(''), thinks('')])).toBe(empty);
  });

  test('text after a tool call is a message of its own, below the call', () => {
    const { messages, activities } = play([says('a'), call('c'), says('b')]);
    expect(messages.map(({ content, status }) => [content, status])).toEqual([
      ['a', 'complete'],
      ['b', 'streaming'],
    ]);
    expect(activities).toMatchObject([{ id: 'c', sortIndex: 1 }]);
  });

  test('a thought is an activity that tells its duration and ends when the agent speaks', () => {
    const { activities } = play([thinks('Let '), thinks('me see'), says('Yes')]);
    expect(activities).toMatchObject([
      {
        toolKind: 'think',
        status: 'completed',
        sortIndex: 0,
        toolContent: [{ type: 'content', content: { type: 'text', text: 'Let me see' } }],
        createdAt: 2,
        updatedAt: 4,
      },
    ]);
  });

  test('an update about a call that was never announced creates it, and a late announcement does not reopen it', () => {
    const { activities } = play([
      { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed', kind: 'edit' },
      call('c', 'pending'),
    ]);
    expect(activities).toMatchObject([{ id: 'c', title: 'c', status: 'completed', toolKind: 'edit' }]);
  });

  test('progress of a known call does not cut the text in two', () => {
    const { messages } = play([
      call('c'),
      says('a'),
      { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' },
      says('b'),
    ]);
    expect(messages.map(({ content }) => content)).toEqual(['ab']);
  });

  test('a file belongs to the message in which it came', () => {
    const file = { id: 'f', kind: 'managed-file', path: 'sha256/0' } as const;
    const session = fold(foldArtifact(play([says('See ')]), file, turn, 9), says('this'), turn, 9);
    expect(session.messages).toMatchObject([{ content: 'See this', artifactIds: ['f'] }]);
    expect(session.artifacts).toEqual([file]);
  });

  test('the end closes what the agent left open', () => {
    const open = play([says('a'), call('c', 'in_progress'), says('b')]);
    expect(finishTurn(open, { outcome: 'done' }, 9)).toMatchObject({
      status: 'idle',
      messages: [{ status: 'complete' }, { status: 'complete' }],
      activities: [{ status: 'completed' }],
      updatedAt: 9,
    });
    expect(finishTurn(open, { outcome: 'stopped' }, 9)).toMatchObject({
      status: 'idle',
      messages: [{ status: 'complete' }, { content: 'b', status: 'complete' }],
      activities: [{ status: 'failed' }],
    });
    const failed = finishTurn(open, { outcome: 'failed', error: 'no power' }, 9);
    expect(failed).toMatchObject({ status: 'error', error: 'no power', messages: [{}, { status: 'error' }] });
    expect(failed).not.toHaveProperty('activeRun');
  });
});

const anyText = fc.oneof(fc.constant(''), fc.string({ maxLength: 8 }));
const anyStatus = fc.option(fc.constantFrom<ToolCallStatus>('pending', 'in_progress', 'completed', 'failed'), {
  nil: undefined,
});
const anyUpdate: fc.Arbitrary<SessionUpdate> = fc.oneof(
  anyText.map(says),
  anyText.map(thinks),
  fc.record({
    sessionUpdate: fc.constant('tool_call' as const),
    toolCallId: fc.constantFrom('a', 'b', 'c'),
    title: anyText,
    status: anyStatus,
    rawInput: fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value))), // no -0, which JSON lacks
  }),
  fc.record({
    sessionUpdate: fc.constant('tool_call_update' as const),
    toolCallId: fc.constantFrom('a', 'b', 'c', 'd'),
    status: anyStatus,
  }),
);

describe('whatever an agent sends', () => {
  test('every word is kept, in order, and nothing is thrown', () => {
    fc.assert(
      fc.property(fc.array(anyUpdate), (updates) => {
        const { messages, activities = [] } = play(updates);
        expect(messages.map(({ content }) => content).join('')).toBe(textIn(updates, 'agent_message_chunk'));
        const thoughts = activities.filter(({ toolKind }) => toolKind === 'think');
        const thought = thoughts.flatMap(({ toolContent = [] }) =>
          toolContent.map((entry) => (entry.type === 'content' && 'text' in entry.content ? entry.content.text : '')),
        );
        expect(thought.join('')).toBe(textIn(updates, 'agent_thought_chunk'));
      }),
    );
  });

  test('messages and activities interleave in the order in which they began', () => {
    fc.assert(
      fc.property(fc.array(anyUpdate), (updates) => {
        const { messages, activities = [] } = play(updates);
        const shown = messages.flatMap((message, index) => [
          ...activities.filter(({ sortIndex }) => sortIndex === index),
          message,
        ]);
        shown.push(...activities.filter(({ sortIndex }) => sortIndex === messages.length));
        expect(shown).toHaveLength(messages.length + activities.length);
        const begun = shown.map(({ createdAt = 0 }) => createdAt);
        expect(begun).toEqual(begun.toSorted((a, b) => a - b));
      }),
    );
  });

  test('no status goes back, and what is over stays as it ended', () => {
    const steps = { pending: 0, in_progress: 1, completed: 2, failed: 2 };
    fc.assert(
      fc.property(fc.array(anyUpdate), (updates) => {
        let session = empty;
        for (const update of updates) {
          const before = session;
          session = fold(session, update, turn, 1);
          for (const { id, status } of before.activities ?? []) {
            const now = session.activities!.find((activity) => activity.id === id)!.status;
            expect(steps[now] > steps[status] || now === status).toBe(true);
          }
        }
      }),
    );
  });

  test('the record is one that the store keeps as it is, and the argument of a fold is left alone', () => {
    fc.assert(
      fc.property(fc.array(anyUpdate), (updates) => {
        let session = empty;
        for (const update of updates) session = fold(deepFreeze(session), update, turn, 1);
        expect(sanitizeSession(session)).toEqual(session);
      }),
    );
  });
});

function textIn(updates: SessionUpdate[], kind: SessionUpdate['sessionUpdate']): string {
  return updates
    .map((update) =>
      update.sessionUpdate === kind && 'content' in update && update.content && 'text' in update.content
        ? update.content.text
        : '',
    )
    .join('');
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
