import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHAT_KINDS, type ChatMessage } from '../../src/contract/chat';
import type { PersistedChatMessage, PersistedChatSession, PersistedToolActivity } from '../../src/contract/sessions';
import { type Block, chatBlocks, sessionBlocks } from '../../src/state/blocks';

describe('the transcript of a session', () => {
  it('puts an activity before the message of its index and joins neighbours into one group', () => {
    const blocks = sessionBlocks(
      session(
        [message('q', 'user'), message('a'), message('b')],
        [activity('think', 1, 'think'), activity('r1', 2, 'read'), activity('r2', 2, 'read')],
      ),
    );
    expect(blocks.map(({ kind }) => kind)).toEqual(['user', 'thought', 'agent', 'tools', 'agent']);
    expect(idsOf(blocks)).toEqual(['q', 'think', 'a', 'r1', 'r2', 'b']);
  });

  it('shows what stands beyond the messages at the end', () => {
    const blocks = sessionBlocks(session([message('q', 'user')], [activity('late', 40), activity('end', 1)]));
    expect(idsOf(blocks)).toEqual(['q', 'end', 'late']);
  });

  it('leaves nothing out and repeats no key, whatever the numbers and ids', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'a#2');
    const messages = fc.array(
      id.map((name) => message(name)),
      { maxLength: 8 },
    );
    const activities = fc.array(
      fc.tuple(id, fc.oneof(fc.double(), fc.integer({ min: -2, max: 9 })), fc.constantFrom('think', 'read', undefined)),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(messages, activities, (said, done) => {
        const blocks = sessionBlocks(
          session(
            said,
            done.map(([name, at, kind]) => activity(name, at, kind)),
          ),
        );
        expect(idsOf(blocks)).toHaveLength(said.length + done.length);
        expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length);
      }),
    );
  });

  it('keeps the keys of all that was there while a reply grows', () => {
    const before = session([message('q', 'user'), message('a')], [activity('r1', 1), activity('r2', 1)]);
    const after = {
      ...before,
      messages: [...before.messages, message('b')],
      activities: [...(before.activities ?? []), activity('r3', 2)],
    };
    const keys = sessionBlocks(before).map(({ key }) => key);
    expect(
      sessionBlocks(after)
        .map(({ key }) => key)
        .slice(0, keys.length),
    ).toEqual(keys);
  });

  it('names a file once with its message, or at the end when no message has it', () => {
    const artifact = (id: string) => ({ id, kind: 'managed-file' as const, path: `sha256/${id}`, name: `${id}.md` });
    const blocks = sessionBlocks({
      ...session([{ ...message('a'), artifactIds: ['one', 'gone'] }], []),
      artifacts: [artifact('one'), artifact('two')],
    });
    expect(blocks).toMatchObject([
      { kind: 'agent', files: [{ name: 'one.md' }, { name: 'gone', path: null }] },
      { kind: 'files', files: [{ name: 'two.md' }] },
    ]);
  });

  it('says that a partial answer is one', () => {
    const [block] = sessionBlocks(session([{ ...message('a'), status: 'error', content: 'Par' }], []));
    expect(block).toMatchObject({ state: 'interrupted', text: 'Par' });
  });
});

describe('the transcript of a chat', () => {
  it('shows a call and its result as one activity, and calls in a row as one group', () => {
    const blocks = chatBlocks([
      row(1, 'user', 'text', 'List it'),
      row(2, 'assistant', 'tool_use', 'bash', { id: 'x', input: { command: 'ls' }, toolKind: 'execute' }),
      row(3, 'assistant', 'tool_use', 'bash', { id: 'y' }),
      row(4, 'system', 'tool_result', 'a.txt', { toolUseId: 'x', exitCode: 0 }),
      row(5, 'system', 'tool_result', 'no', { toolUseId: 'y', isError: true }),
      row(6, 'assistant', 'text', 'One file.', { model: 'some-model' }),
    ]);
    expect(blocks.map(({ kind }) => kind)).toEqual(['user', 'tools', 'agent']);
    expect(blocks[1]).toMatchObject({
      activities: [
        { title: 'bash', status: 'completed', terminalExitCode: 0, rawInput: { command: 'ls' } },
        { title: 'bash', status: 'failed' },
      ],
    });
    expect(blocks[2]).toMatchObject({ by: 'some-model' });
  });

  it('keeps a result without a call, and a second result of one call', () => {
    const blocks = chatBlocks([
      row(1, 'system', 'tool_result', 'alone', { toolUseId: 'nobody' }),
      row(2, 'assistant', 'tool_use', 'bash', { id: 'x' }),
      row(3, 'system', 'tool_result', 'one', { toolUseId: 'x' }),
      row(4, 'system', 'tool_result', 'two', { toolUseId: 'x' }),
    ]);
    expect(blocks).toMatchObject([{ activities: [{ id: 'row:1' }, { id: 'row:2' }, { id: 'row:4' }] }]);
  });

  it('finds files by their reference, and marks a reference that has no file', () => {
    const [block] = chatBlocks([
      {
        ...row(1, 'user', 'text', 'See ![plot](embed://p) and ![gone](embed://g)'),
        embeds: { p: { mime_type: 'image/png', path: 'sha256/p' } },
      },
    ]);
    expect(block).toMatchObject({
      text: 'See  and',
      files: [
        { id: 'p', name: 'plot', path: 'sha256/p' },
        { id: 'g', name: 'gone', path: null },
      ],
    });
  });

  it('never fails over strange metadata', () => {
    const kinds = fc.constantFrom(...CHAT_KINDS);
    const keys = fc.constantFrom(
      'id',
      'toolUseId',
      'input',
      'locations',
      'diffs',
      'title',
      'exitCode',
      'durationMs',
      'model',
      '__proto__',
    );
    const meta = fc.option(fc.dictionary(keys, fc.anything()));
    fc.assert(
      fc.property(fc.array(fc.tuple(kinds, meta), { maxLength: 8 }), (rows) => {
        const blocks = chatBlocks(rows.map(([kind, data], index) => row(index, 'assistant', kind, 'x', data)));
        expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length);
      }),
    );
  });
});

function session(messages: PersistedChatMessage[], activities: PersistedToolActivity[]): PersistedChatSession {
  return {
    id: 's',
    projectId: 'p',
    title: '',
    cwd: '',
    status: 'idle',
    messages,
    activities,
    createdAt: 0,
    updatedAt: 0,
  };
}

function message(id: string, role: 'user' | 'agent' = 'agent'): PersistedChatMessage {
  return { id, role, content: id, status: 'complete', eventIds: [], createdAt: 0, updatedAt: 0 };
}

function activity(id: string, sortIndex: number, toolKind?: string): PersistedToolActivity {
  return { id, kind: 'tool', title: id, status: 'completed', sortIndex, eventIds: [], ...(toolKind && { toolKind }) };
}

function row(
  id: number,
  actor: ChatMessage['actor'],
  kind: ChatMessage['kind'],
  content: string,
  meta: ChatMessage['meta'] = null,
): ChatMessage {
  const at = '2026-01-01T00:00:00.000Z';
  return { id, session_id: 's', actor, kind, content, embeds: null, meta, created_at: at, updated_at: at };
}

/** The ids in the order in which they are read; a text stands for its message, which has its id as its text. */
function idsOf(blocks: Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'tools') return block.activities.map(({ id }) => id);
    if (block.kind === 'files') return [];
    return [block.text];
  });
}
