import { describe, expect, test } from 'vitest';
import type { Holdfast } from '../../src/contract/holdfast';
import type { SessionKey } from '../../src/contract/sessions';
import { gate, open, openKey, says, send, settled, startApp, texts, until, untilStopped } from './stage';

const record = (id: string, updatedAt: number, projectId = 'home') => ({
  id,
  projectId,
  title: id,
  cwd: '',
  status: 'idle' as const,
  messages: [
    {
      id: 'm',
      role: 'user' as const,
      content: `In ${id}`,
      status: 'complete' as const,
      eventIds: [],
      createdAt: 1,
      updatedAt: 1,
    },
  ],
  createdAt: 1,
  updatedAt,
});
const keyOf = (sessionId: string, projectId = 'home'): SessionKey => ({ projectId, sessionId });

async function stored(...ids: string[]) {
  const holdfast = await open();
  for (const [at, id] of ids.entries()) await holdfast.sessions.saveSession(record(id, at + 1));
  return holdfast;
}

describe('starting', () => {
  test('a first start is a new conversation in the first project', async () => {
    const app = await startApp(await open());
    expect(app.library).toMatchObject({ phase: 'ready', projectId: 'home', rows: [] });
    expect(app.conversation).toMatchObject({ phase: 'ready', key: keyOf(''), session: null, blocks: [] });
  });

  test('the last conversation is open again', async () => {
    const holdfast = await stored('old', 'new');
    const before = await startApp(holdfast);
    await before.conversation.open(keyOf('old'));
    const app = await startApp(await open(holdfast.name));
    expect(app.conversation.key).toEqual(keyOf('old'));
    expect(texts(app.conversation.session)).toEqual(['user: In old']);
  });

  test('the newest one is open where the last one is gone', async () => {
    const holdfast = await stored('old', 'new');
    await holdfast.sessions.saveManifest({ lastProjectId: 'home', lastSessionId: 'gone' });
    const app = await startApp(holdfast);
    expect(app.conversation.key).toEqual(keyOf('new'));
  });

  test('a list that cannot be read says so and can be tried again', async () => {
    const holdfast = await stored('one');
    let broken = true;
    const heads = () => (broken ? Promise.reject(new Error('no access')) : holdfast.library.heads());
    const app = await startApp({ ...holdfast, library: { ...holdfast.library, heads } });
    expect(app.library).toMatchObject({ phase: 'failed', error: 'no access' });
    broken = false;
    await app.library.retry();
    expect(app.library).toMatchObject({ phase: 'ready', error: null });
    expect(app.conversation.key).toEqual(keyOf('one'));
  });
});

describe('opening', () => {
  test('whoever switches fast sees what was opened last, however late the others come', async () => {
    const holdfast = await stored('slow', 'fast');
    const late = gate();
    const session = async (key: SessionKey) => {
      const result = await holdfast.library.session(key);
      if (key.sessionId === 'slow') await late.opened;
      return result;
    };
    const app = await startApp({ ...holdfast, library: { ...holdfast.library, session } } satisfies Holdfast);
    const slow = app.conversation.open(keyOf('slow'));
    await app.conversation.open(keyOf('fast'));
    late.open();
    await slow;
    expect(app.conversation).toMatchObject({ phase: 'ready', key: keyOf('fast') });
    expect(texts(app.conversation.session)).toEqual(['user: In fast']);
  });

  test('a conversation that cannot be read is shown as failed, not as empty', async () => {
    const holdfast = await stored('one');
    let broken = true;
    const session = (key: SessionKey) =>
      broken ? Promise.reject(new Error('no access')) : holdfast.library.session(key);
    const app = await startApp({ ...holdfast, library: { ...holdfast.library, session } });
    expect(app.conversation).toMatchObject({ phase: 'failed', error: 'no access' });
    broken = false;
    await app.conversation.reopen();
    expect(app.conversation).toMatchObject({ phase: 'ready', error: null });
    expect(texts(app.conversation.session)).toEqual(['user: In one']);
  });

  test('a chat shows its messages and those that come later from another tab', async () => {
    const holdfast = await open();
    await holdfast.chat.createMessage('log', { actor: 'system', kind: 'text', content: 'Imported 3 files' });
    const app = await startApp(holdfast);
    await until(() => app.library.chats.length === 1);
    await app.conversation.openChat('log');
    expect(app.conversation).toMatchObject({ key: null, chatId: 'log', messages: [{ content: 'Imported 3 files' }] });
    const otherTab = await open(holdfast.name);
    await otherTab.chat.createMessage('log', { actor: 'system', kind: 'text', content: 'Done' });
    await until(() => app.conversation.messages.length === 2);
  });
});

describe('a draft', () => {
  test('is kept per conversation, also over a restart', async () => {
    const holdfast = await stored('one', 'two');
    const app = await startApp(holdfast);
    await app.conversation.open(keyOf('one'));
    app.conversation.setDraft('for one');
    await app.conversation.open(keyOf('two'));
    expect(app.conversation.draft).toBe('');
    app.conversation.setDraft('for two');
    await app.conversation.startNew();
    app.conversation.setDraft('for a new one');
    await app.flush();

    const later = await startApp(await open(holdfast.name));
    expect(later.conversation.draft).toBe('for a new one');
    await later.conversation.open(keyOf('one'));
    expect(later.conversation.draft).toBe('for one');
    await later.conversation.open(keyOf('two'));
    expect(later.conversation.draft).toBe('for two');
  });

  test('is saved soon after typing, without being asked to', async () => {
    const holdfast = await open();
    const app = await startApp(holdfast);
    app.conversation.setDraft('thinking about it');
    await until(async () => (await holdfast.library.entry(keyOf(''))).draft === 'thinking about it');
  });

  test('is gone once it is sent, and the chosen agent stays with the conversation', async () => {
    const holdfast = await open();
    const app = await startApp(holdfast);
    const config = {
      id: 'local',
      name: 'Local',
      kind: 'openai',
      address: 'http://127.0.0.1:1/v1',
      model: 'm',
    } as const;
    await app.settings.saveAgent(config);
    app.conversation.setAgent('local');
    await send(app, 'Hello');
    expect(app.conversation.draft).toBe('');
    await settled(app);
    expect(await holdfast.library.entry(keyOf(''))).toEqual({});
    await app.conversation.startNew();
    expect(app.conversation.agentId).toBe('guide');

    const later = await startApp(await open(holdfast.name));
    await later.conversation.open(later.library.rows.map(({ id }) => keyOf(id))[0]!);
    expect(later.conversation.agentId).toBe('local');
    await later.settings.removeAgent('local');
    expect(later.conversation.agentId).toBe('guide');
  });

  test('typed while the stored one is read loses neither of them', async () => {
    const holdfast = await stored('one');
    await holdfast.library.saveEntry(keyOf('one'), { draft: 'first' });
    const app = await startApp(holdfast);
    await app.conversation.startNew();
    const opening = app.conversation.open(keyOf('one'));
    app.conversation.setDraft('second');
    await opening;
    expect(app.conversation.draft).toBe('first\nsecond');
  });
});

describe('another tab', () => {
  test('that runs this conversation is shown at work, and nothing is sent meanwhile', async () => {
    const holdfast = await open();
    const elsewhere = await startApp(holdfast, (request, client) => {
      client.sessionUpdate(says('Working'));
      return untilStopped(request);
    });
    await send(elsewhere, 'Go');
    await until(async () => texts(await holdfast.library.session(openKey(elsewhere))).length === 2);

    const app = await startApp(await open(holdfast.name));
    expect(app.conversation).toMatchObject({ running: false, runningElsewhere: true, canRetry: false });
    await send(app, 'Me too');
    expect(app.conversation.draft).toBe('Me too');
    elsewhere.conversation.stop();
    await until(() => !app.conversation.runningElsewhere);
    expect(texts(app.conversation.session)).toEqual(['user: Go', 'agent: Working']);
  });

  test('that dies while it runs this conversation leaves it to be retried', async () => {
    const holdfast = await open();
    const elsewhere = await startApp(holdfast, untilStopped);
    await send(elsewhere, 'Go');
    const app = await startApp(await open(holdfast.name));
    expect(app.conversation.runningElsewhere).toBe(true);
    holdfast.close();
    app.library.refreshSoon(0);
    await until(() => app.conversation.canRetry);
    expect(app.conversation.session).toMatchObject({ status: 'error' });
  });

  test('that deletes this conversation takes it from the screen', async () => {
    const holdfast = await stored('one');
    const app = await startApp(holdfast);
    expect(app.conversation.key).toEqual(keyOf('one'));
    await (await open(holdfast.name)).sessions.deleteSession(keyOf('one'));
    await until(() => app.library.rows.length === 0);
    expect(app.conversation).toMatchObject({ key: keyOf(''), session: null });
  });
});
