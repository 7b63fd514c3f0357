import { describe, expect, test } from 'vitest';
import { AgentError, type PermissionOutcome } from '../../src/agents/agent';
import type { Holdfast } from '../../src/contract/holdfast';
import type { PersistedChatSession } from '../../src/contract/sessions';
import { gate, open, openKey, says, send, settled, startApp, texts, thinks, until, untilStopped } from './stage';

/** The same store, whose saves of sessions are watched on their way. */
function watching(holdfast: Holdfast, seen: (session: PersistedChatSession) => void | Promise<void>): Holdfast {
  const saveSession = async (session: PersistedChatSession) => {
    await seen(session);
    await holdfast.sessions.saveSession(session);
  };
  return { ...holdfast, sessions: { ...holdfast.sessions, saveSession } };
}

describe('sending', () => {
  test('the message is on disk before the agent is asked', async () => {
    const holdfast = await open();
    const otherTab = await open(holdfast.name);
    let onDisk: PersistedChatSession | null = null;
    const app = await startApp(holdfast, async ({ sessionId }) => {
      onDisk = await otherTab.library.session({ projectId: 'home', sessionId });
    });
    await send(app, 'Hello there');
    await settled(app);
    expect(onDisk).toMatchObject({
      title: 'Hello there',
      status: 'running',
      messages: [{ role: 'user', content: 'Hello there' }],
      activeRun: { promptMessageId: expect.any(String) },
    });
  });

  test('a message that cannot be stored is a draft again, and nothing is sent', async () => {
    const holdfast = await open();
    const full = watching(holdfast, () => Promise.reject(new Error('the disk is full')));
    let asked = false;
    const app = await startApp(full, async () => void (asked = true));
    await send(app, 'Precious words');
    expect(app.conversation.draft).toBe('Precious words');
    expect(app.conversation.notice).toBe('Not saved: the disk is full');
    expect(app.conversation.session).toBeNull();
    expect(app.library.rows).toEqual([]);
    await app.flush();
    expect(await holdfast.library.entry({ projectId: 'home', sessionId: '' })).toEqual({ draft: 'Precious words' });
    expect(asked).toBe(false);
  });

  test('the agent hears the turns before, without empty ones', async () => {
    const holdfast = await open();
    const histories: unknown[] = [];
    const app = await startApp(holdfast, async ({ history }, client) => {
      histories.push(history);
      if (histories.length === 1) client.sessionUpdate(says('Hi'));
    });
    for (const text of ['One', 'Two', 'Three']) {
      await send(app, text);
      await settled(app);
    }
    expect(histories.at(-1)).toEqual([
      { role: 'user', text: 'One' },
      { role: 'agent', text: 'Hi' },
      { role: 'user', text: 'Two' },
    ]);
  });

  test('a second message waits as a draft while the agent answers', async () => {
    const app = await startApp(await open(), untilStopped);
    await send(app, 'One');
    await send(app, 'Two');
    expect(texts(app.conversation.session)).toEqual(['user: One']);
    expect(app.conversation.draft).toBe('Two');
    app.conversation.stop();
    await settled(app);
  });
});

describe('an answer', () => {
  test('is on disk at most every half second, and whole at its end', async () => {
    const holdfast = await open();
    const saves: { at: number; status: string; length: number }[] = [];
    const app = await startApp(
      watching(holdfast, ({ status, messages }) => {
        saves.push({ at: Date.now(), status, length: messages.at(-1)!.content.length });
      }),
      async (_, client) => {
        for (let at = 0; at < 65; at++) {
          client.sessionUpdate(says('word '));
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      },
    );
    await send(app, 'Talk');
    const session = await settled(app);
    expect(texts(session)[1]).toBe(`agent: ${'word '.repeat(65)}`);
    expect(session).toMatchObject({ status: 'idle', messages: [{}, { status: 'complete' }] });
    const checkpoints = saves.filter(({ status }) => status === 'running');
    expect(checkpoints.length).toBeGreaterThan(1);
    const gaps = checkpoints.slice(1).map(({ at }, index) => at - checkpoints[index]!.at);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(495);
    expect(saves.at(-1)).toMatchObject({ status: 'idle', length: 325 });
  });

  test('keeps its text when the user stops it', async () => {
    const app = await startApp(await open(), (request, client) => {
      client.sessionUpdate(thinks('Hm'));
      client.sessionUpdate(says('Half an ans'));
      return untilStopped(request);
    });
    await send(app, 'Go');
    await until(() => texts(app.conversation.session).length === 2);
    app.conversation.stop();
    const session = await settled(app);
    expect(texts(session)).toEqual(['user: Go', 'agent: Half an ans']);
    expect(session).toMatchObject({ status: 'idle', messages: [{}, { status: 'complete' }] });
    expect(app.conversation.running).toBe(false);
  });

  test('that ends early says why', async () => {
    const app = await startApp(await open(), async (_, client) => {
      client.sessionUpdate(says('Once upon'));
      return 'max_tokens';
    });
    await send(app, 'Tell me a story');
    expect(await settled(app)).toMatchObject({ status: 'idle' });
    expect(app.conversation.notice).toContain('length limit');
  });

  test('that is empty is not passed over in silence', async () => {
    const app = await startApp(await open());
    await send(app, 'Say something');
    await settled(app);
    expect(app.conversation.notice).toBe('The agent ended without an answer.');
  });

  test('brings its files along, in their place', async () => {
    const holdfast = await open();
    const app = await startApp(holdfast, async (_, client) => {
      client.sessionUpdate(says('Here: '));
      client.sessionUpdate({
        sessionUpdate: 'agent_message_chunk',
        content: {
          type: 'resource',
          resource: { uri: 'file:///out/notes.md', mimeType: 'text/markdown', text: '# Hi' },
        },
      });
      client.sessionUpdate({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'tidy up' });
      client.sessionUpdate(says('Done.'));
      client.sessionUpdate({
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'resource', resource: { uri: 'broken.bin', blob: '%%%' } },
      });
    });
    await send(app, 'Write notes');
    const session = await settled(app);
    expect(session).toMatchObject({
      messages: [{}, { content: 'Here: ', artifactIds: [session.artifacts![0]!.id] }, { content: 'Done.' }],
      artifacts: [{ kind: 'managed-file', name: 'notes.md', mimeType: 'text/markdown', size: 4 }],
      activities: [
        { title: 'tidy up', sortIndex: 2 },
        { title: 'The file "broken.bin" could not be kept', status: 'failed', sortIndex: 3 },
      ],
    });
    const blob = await holdfast.files.get(session.artifacts![0]!.path);
    expect(await blob!.text()).toBe('# Hi');
  });

  test('whose end cannot be stored stays in sight and can be saved again', async () => {
    const holdfast = await open();
    let full = false;
    const app = await startApp(
      watching(holdfast, () => (full ? Promise.reject(new Error('the disk is full')) : undefined)),
      async (_, client) => {
        full = true;
        client.sessionUpdate(says('Gold'));
      },
    );
    await send(app, 'Dig');
    await until(() => app.notices.list.length > 0);
    expect(texts(app.conversation.session)).toEqual(['user: Dig', 'agent: Gold']);
    full = false;
    app.notices.list[0]!.action!.run();
    expect(texts(await settled(app))).toEqual(['user: Dig', 'agent: Gold']);
  });
});

describe('a failed answer', () => {
  test('keeps its text, says what was wrong, and stays until the answer of a retry is on disk', async () => {
    const holdfast = await open();
    const again = gate();
    let attempt = 0;
    const saved: string[][] = [];
    const app = await startApp(
      watching(holdfast, (session) => void saved.push(texts(session))),
      async ({ history }, client) => {
        expect(history).toEqual([]);
        if (attempt++ === 0) {
          client.sessionUpdate(says('Bad sta'));
          client.sessionUpdate({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'look' });
          throw new AgentError('unreachable', 'The server went away.');
        }
        await again.opened;
        client.sessionUpdate(says('Good'));
      },
    );
    await send(app, 'Try');
    expect(await settled(app)).toMatchObject({
      status: 'error',
      error: 'The server went away.',
      messages: [{ status: 'complete' }, { content: 'Bad sta' }],
      activities: [{ status: 'failed' }],
    });
    expect(app.conversation.canRetry).toBe(true);

    await app.conversation.retry();
    const bad = ['user: Try', 'agent: Bad sta'];
    expect(texts(app.conversation.session)).toEqual(bad);
    expect(app.conversation.session).toMatchObject({ status: 'running' });
    expect(app.conversation.canRetry).toBe(false);
    again.open();
    const session = await settled(app);
    expect(texts(session)).toEqual(['user: Try', 'agent: Good']);
    expect(session).toMatchObject({ status: 'idle', activities: [] });
    expect(session).not.toHaveProperty('error');
    const firstNew = saved.findIndex((messages) => messages.includes('agent: Good'));
    expect(saved[firstNew - 1]).toEqual(bad);
  });

  test('is not given up for a retry that brings nothing', async () => {
    let attempt = 0;
    const app = await startApp(await open(), async (_, client) => {
      if (attempt++ === 0) client.sessionUpdate(says('Half'));
      throw new AgentError('not-running', 'The server does not run.');
    });
    await send(app, 'Try');
    await settled(app);
    await app.conversation.retry();
    const session = await settled(app);
    expect(texts(session)).toEqual(['user: Try', 'agent: Half']);
    expect(session).toMatchObject({ status: 'error', error: 'The server does not run.' });
  });

  test('left by a tab that died can be retried without sending the message twice', async () => {
    const holdfast = await open();
    const dead = await startApp(holdfast, (request, client) => {
      client.sessionUpdate(says('Partial'));
      return untilStopped(request);
    });
    await send(dead, 'Long question');
    await until(async () => texts(await holdfast.library.session(openKey(dead))).length === 2);
    holdfast.close();

    const app = await startApp(await open(holdfast.name), async (_, client) => client.sessionUpdate(says('Whole')));
    expect(app.conversation.session).toMatchObject({
      status: 'error',
      error: 'Session was interrupted before the app closed.',
      messages: [{}, { content: 'Partial', status: 'error' }],
    });
    await app.conversation.retry();
    expect(texts(await settled(app))).toEqual(['user: Long question', 'agent: Whole']);
  });
});

describe('a question of the agent', () => {
  const options = [
    { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
    { optionId: 'no', name: 'Reject', kind: 'reject_once' },
  ] as const;

  async function ask(answer: 'yes' | 'no' | 'stop') {
    const holdfast = await open();
    let outcome: PermissionOutcome | undefined;
    const app = await startApp(holdfast, async (_, client) => {
      const toolCall = { toolCallId: 'c', title: 'rm -r build', kind: 'execute' as const };
      outcome = await client.requestPermission({ toolCall, options: [...options] });
      return outcome.outcome === 'cancelled' ? 'cancelled' : 'end_turn';
    });
    await send(app, 'Clean up');
    await until(async () => (await holdfast.library.session(openKey(app)))?.status === 'waiting-permission');
    expect(app.conversation.permission).toMatchObject({ toolCall: { title: 'rm -r build' } });
    expect(app.library.heads).toMatchObject([{ status: 'waiting-permission' }]);
    if (answer === 'stop') app.conversation.stop();
    else app.conversation.choose(answer);
    const session = await settled(app);
    expect(app.conversation.permission).toBeNull();
    return { outcome, session };
  }

  test('is answered by allowing it', async () => {
    const { outcome, session } = await ask('yes');
    expect(outcome).toEqual({ outcome: 'selected', optionId: 'yes' });
    expect(session).toMatchObject({ status: 'idle', activities: [{ id: 'c', status: 'completed' }] });
  });

  test('is answered by rejecting it, and the call does not go on spinning', async () => {
    const { outcome, session } = await ask('no');
    expect(outcome).toEqual({ outcome: 'selected', optionId: 'no' });
    expect(session).toMatchObject({ status: 'idle', activities: [{ id: 'c', status: 'failed' }] });
  });

  test('is cancelled by Stop', async () => {
    const { outcome, session } = await ask('stop');
    expect(outcome).toEqual({ outcome: 'cancelled' });
    expect(session).toMatchObject({ status: 'idle', activities: [{ id: 'c', status: 'failed' }] });
  });
});

test('two conversations run at once, each with its own answer', async () => {
  const holdfast = await open();
  const gates = { One: gate(), Two: gate() };
  const app = await startApp(holdfast, async ({ prompt: [block] }, client) => {
    const text = block?.type === 'text' ? block.text : '';
    client.sessionUpdate(says(`${text}: `));
    await gates[text as keyof typeof gates].opened;
    client.sessionUpdate(says('done'));
  });
  await send(app, 'One');
  const one = openKey(app);
  await app.conversation.startNew();
  await send(app, 'Two');
  const two = openKey(app);
  expect(app.library.rows.map(({ status }) => status)).toEqual(['running', 'running']);

  await app.conversation.open(one);
  await until(() => texts(app.conversation.session).length === 2);
  expect(app.conversation.running).toBe(true);
  expect(texts(app.conversation.session)).toEqual(['user: One', 'agent: One: ']);
  gates.Two.open();
  await until(() => !app.runs.get(two));
  expect(app.conversation.running).toBe(true);
  gates.One.open();
  await settled(app);
  expect(texts(app.conversation.session)).toEqual(['user: One', 'agent: One: done']);
  expect(texts(await holdfast.library.session(two))).toEqual(['user: Two', 'agent: Two: done']);
});
