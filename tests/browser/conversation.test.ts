import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Served } from '../../scripts/serve.ts';
import type { PersistedChatSession } from '../../src/contract/sessions.ts';
import { startFakeOpenAi } from '../support/fake-openai.ts';
import type { FakeReply } from '../support/fake-openai-reply.ts';
import { openControlled, serveDist } from './support/app.ts';
import { addAgent, log, message, send, sessions, stopped } from './support/chat.ts';
import { launch, type Launched } from './support/launch.ts';

let browser: Launched;
let served: Served;
let model: Awaited<ReturnType<typeof startFakeOpenAi>>;
let reply: (text: string) => FakeReply;

beforeEach(async () => {
  reply = (text) => ({ text: `You said: ${text}` });
  model = await startFakeOpenAi({
    script: ({ messages }) => reply(messages.findLast((one) => one.role === 'user')!.content),
  });
  served = await serveDist();
  browser = await launch();
});
afterEach(async () => {
  await browser.close();
  await served.close();
  await model.close();
});

async function start(): Promise<Page> {
  const page = await browser.context.newPage();
  await page.goto(served.url);
  await message(page).waitFor();
  return page;
}

const only = async (page: Page): Promise<PersistedChatSession> => {
  const all = await sessions(page);
  expect(all).toHaveLength(1);
  return all[0]!;
};

describe('a conversation with the guide', () => {
  test('shows reasoning, tools, a diff, a permission answered by keyboard, and a file, and survives a restart', async () => {
    const page = await start();
    await send(page, '/demo');
    const allow = page.getByRole('button', { name: 'Allow once', exact: true });
    await allow.waitFor();
    expect((await only(page)).status).toBe('waiting-permission');
    await allow.focus();
    await page.keyboard.press('Enter');
    await stopped(page);
    const session = await only(page);
    expect(session.status).toBe('idle');
    expect(session.activities!.map((one) => one.toolKind)).toContain('think');
    expect(session.activities!.every((one) => one.status === 'completed')).toBe(true);
    expect(session.artifacts).toMatchObject([{ kind: 'managed-file', mimeType: 'image/svg+xml' }]);

    const again = await (await browser.relaunch()).newPage();
    await again.goto(served.url);
    await log(again).getByText('kelp.svg').first().waitFor();
    expect(await only(again)).toEqual(session);
    expect(await again.getByRole('list', { name: 'Conversations' }).getByRole('listitem').count()).toBe(1);
  });

  test('answers and keeps the answer with the host gone and the network off', async () => {
    const page = await openControlled(browser.context, served.url);
    await served.close();
    await browser.context.setOffline(true);
    await page.reload();
    await message(page).waitFor();
    await send(page, '17 * (3 + 4)');
    await log(page).getByText('119', { exact: true }).waitFor();
    await stopped(page);
    await page.reload();
    await log(page).getByText('119', { exact: true }).waitFor();
  });
});

describe('a conversation with a server of the OpenAI kind', () => {
  test('is set up in settings, streams reasoning and text, and is stored as it was said', async () => {
    reply = (text) => ({ thought: 'Let me think.', text: `**Bold** answer to “${text}” 🌊`, tokensPerSecond: 60 });
    const page = await start();
    await addAgent(page, { address: model.baseUrl, key: 'sk-secret', model: 'fake-2' });
    await send(page, 'What holds kelp?');
    await stopped(page);
    await log(page).getByText('Bold').first().waitFor();
    const session = await only(page);
    expect(session.title).toBe('What holds kelp?');
    expect(session.messages.map(({ role, content, status }) => ({ role, content, status }))).toEqual([
      { role: 'user', content: 'What holds kelp?', status: 'complete' },
      { role: 'agent', content: '**Bold** answer to “What holds kelp?” 🌊', status: 'complete' },
    ]);
    expect(session.activities).toMatchObject([{ toolKind: 'think', status: 'completed' }]);
    const request = model.requests.findLast((one) => one.path.endsWith('/chat/completions'))!;
    expect(request.headers.authorization).toBe('Bearer sk-secret');
    expect(request).toMatchObject({ model: 'fake-2', stream: true });
  });

  test('has the message on disk before the request leaves, and checkpoints while the answer streams', async () => {
    const page = await start();
    let onDisk: Promise<PersistedChatSession[]> | undefined;
    reply = () => {
      onDisk = sessions(page);
      return { text: 'k'.repeat(400), pieceLength: 4, tokensPerSecond: 25 };
    };
    await addAgent(page, { address: model.baseUrl, model: 'fake-1' });
    await send(page, 'Keep this');
    await expect.poll(() => onDisk, { timeout: 10_000 }).toBeDefined();
    expect((await onDisk!)[0]).toMatchObject({ status: 'running', messages: [{ role: 'user', content: 'Keep this' }] });
    await expect
      .poll(async () => (await only(page)).messages[1]?.content.length ?? 0, { timeout: 10_000 })
      .toBeGreaterThan(40);
    expect((await only(page)).messages[1]!.status).toBe('streaming');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await stopped(page);
    const stoppedSession = await only(page);
    expect(stoppedSession.status).toBe('idle');
    expect(stoppedSession.messages[1]!.content).toMatch(/^k{40,}$/);
    expect(model.requests.at(-1)!.aborted).toBe(true);
  });

  test('that a closed tab interrupts comes back with its partial answer, and Retry does not double the prompt', async () => {
    reply = () => ({ text: 'partial '.repeat(200), pieceLength: 8, tokensPerSecond: 20 });
    const page = await start();
    await addAgent(page, { address: model.baseUrl, model: 'fake-1' });
    await send(page, 'Tell me all');
    await expect
      .poll(async () => (await only(page)).messages[1]?.content.length ?? 0, { timeout: 10_000 })
      .toBeGreaterThan(30);
    const other = await start();
    expect((await only(other)).status).toBe('running');
    await page.close();
    await expect.poll(async () => (await only(other)).status, { timeout: 10_000 }).toBe('error');
    await other.reload();
    await log(other).getByText('partial partial').first().waitFor();
    const interrupted = await only(other);
    expect(interrupted.error).toBe('Session was interrupted before the app closed.');
    expect(interrupted.messages[1]).toMatchObject({ status: 'error', content: expect.stringMatching(/^partial /) });
    reply = () => ({ text: 'The whole answer.' });
    await other.getByRole('button', { name: 'Retry', exact: true }).click();
    await log(other).getByRole('article').getByText('The whole answer.').waitFor();
    await stopped(other);
    expect((await only(other)).messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'user: Tell me all',
      'agent: The whole answer.',
    ]);
  });

  test.each([
    [401, /key/i],
    [404, /model/i],
    [429, /no more requests for now/],
    [500, /server/i],
  ])('that fails with %d says so in words, keeps the message and offers Retry', async (status, words) => {
    reply = () => ({
      error: { status, body: { error: { message: 'no such model', code: status === 404 ? 'model_not_found' : null } } },
    });
    const page = await start();
    await addAgent(page, { address: model.baseUrl, model: 'fake-1' });
    await send(page, 'Hello');
    await page.getByRole('button', { name: 'Retry', exact: true }).waitFor();
    const session = await only(page);
    expect(session).toMatchObject({ status: 'error', messages: [{ content: 'Hello' }] });
    expect(session.error).toMatch(words);
    await page.getByText(session.error!).first().waitFor();
  });

  test('that does not run is said to be unreachable, with what to do', async () => {
    const page = await start();
    const { baseUrl } = model;
    await addAgent(page, { address: baseUrl, model: 'fake-1' });
    await model.close();
    await send(page, 'Anyone there?');
    await page.getByRole('button', { name: 'Retry', exact: true }).waitFor();
    const session = await only(page);
    expect(session.error).toMatch(/nothing answers|not running|reach/i);
    expect(session.messages).toMatchObject([{ content: 'Anyone there?' }]);
  });

  test('shows what the model writes as text, never as markup that runs', async () => {
    const attack =
      '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script> [x](javascript:window.hacked=1) ![p](http://127.0.0.1:9/pixel.png)';
    reply = () => ({ text: attack });
    const page = await start();
    const outside: string[] = [];
    page.on('request', (request) => {
      if (![new URL(served.url).origin, model.origin].includes(new URL(request.url()).origin))
        outside.push(request.url());
    });
    await addAgent(page, { address: model.baseUrl, model: 'fake-1' });
    await send(page, attack);
    await stopped(page);
    await log(page).getByText('<script>').first().waitFor();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await log(page).locator('script, img[src="x"], a[href^="javascript"]').count()).toBe(0);
    expect(outside.filter((url) => !url.startsWith('blob:') && !url.startsWith('data:'))).toEqual([]);
  });
});

describe('around the conversation', () => {
  test('drafts are kept per conversation over reloads, and the last open conversation opens again', async () => {
    const page = await start();
    await send(page, '1 + 1');
    await stopped(page);
    await message(page).fill('a thought for later');
    await page.getByRole('button', { name: 'New conversation', exact: true }).click();
    await expect.poll(() => message(page).inputValue()).toBe('');
    await send(page, '2 + 2');
    await stopped(page);
    await message(page).fill('another');
    await page.waitForTimeout(600);
    await page.reload();
    await log(page).getByText('4').first().waitFor();
    await expect.poll(() => message(page).inputValue()).toBe('another');
    await page.getByRole('list', { name: 'Conversations' }).getByText('1 + 1').click();
    await expect.poll(() => message(page).inputValue()).toBe('a thought for later');
  });

  test('a second tab shows what the first one does, after it is stored', async () => {
    const [a, b] = [await start(), await start()];
    await send(a, '3 * 4');
    await stopped(a);
    const row = b.getByRole('list', { name: 'Conversations' }).getByText('3 * 4');
    await row.click();
    await log(b).getByText('12').first().waitFor();
    await send(b, '5 * 5');
    await stopped(b);
    await log(a).getByText('25').first().waitFor();
    const session = await only(a);
    expect(session.messages.filter((one) => one.role === 'user').map((one) => one.content)).toEqual(['3 * 4', '5 * 5']);
  });

  test('a start by itself writes nothing', async () => {
    const page = await start();
    await page.waitForTimeout(1500);
    expect(await page.evaluate(() => window.api.sessions.loadAll())).toEqual({
      sessions: [],
      manifest: { version: 1 },
    });
  });

  test('what a script saves through window.api appears in the list, whatever its title and its times', async () => {
    const page = await start();
    await page.evaluate(async () => {
      const base = { projectId: 'home', cwd: '', status: 'idle' as const, messages: [], createdAt: 0 };
      await window.api.sessions.saveSession({ ...base, id: 'a', title: 'From a script', updatedAt: 5 });
      await window.api.sessions.saveSession({ ...base, id: 'b', title: ' ', updatedAt: 1e300 });
    });
    const list = page.getByRole('list', { name: 'Conversations' });
    await list.getByRole('listitem', { name: 'From a script' }).waitFor();
    await list.getByRole('listitem', { name: 'Untitled' }).waitFor();
  });

  test('a second tab follows an answer as it streams, and offers Retry soon after the first tab has died', async () => {
    reply = () => ({ text: 'word '.repeat(400), pieceLength: 5, tokensPerSecond: 15 });
    const page = await start();
    await addAgent(page, { address: model.baseUrl, model: 'fake-1' });
    await send(page, 'Go on');
    await expect.poll(async () => (await only(page)).messages.length, { timeout: 10_000 }).toBe(2);
    const other = await start();
    const words = async () => ((await log(other).textContent()) ?? '').split('word').length;
    const lengths = new Set<number>();
    for (let n = 0; n < 12; n++) {
      lengths.add(await words());
      await other.waitForTimeout(500);
    }
    expect(lengths.size, 'states that the second tab showed in six seconds').toBeGreaterThan(4);
    await page.close();
    await other.getByRole('button', { name: 'Retry', exact: true }).waitFor({ timeout: 3000 });
  });

  test('a very long answer opens in parts and blocks nothing', async () => {
    const page = await start();
    await page.evaluate(async () => {
      const content = 'a paragraph\n\n'.repeat(100_000);
      const answer = { id: 'm', role: 'agent' as const, content, status: 'complete' as const, eventIds: [] };
      const base = { id: 'long', projectId: 'home', title: 'Long', cwd: '', status: 'idle' as const };
      const messages = [{ ...answer, createdAt: 1, updatedAt: 1 }];
      await window.api.sessions.saveSession({ ...base, messages, createdAt: 1, updatedAt: Date.now() });
    });
    await page.getByRole('list', { name: 'Conversations' }).getByText('Long').click();
    await log(page).getByText('a paragraph').first().waitFor();
    await log(page).getByRole('button', { name: 'Show more of this text' }).click();
    await page.getByRole('button', { name: 'New conversation', exact: true }).click({ timeout: 15_000 });
    await expect.poll(() => log(page).getByText('a paragraph').count()).toBe(0);
  });

  test('everything is done by keyboard: a new conversation, a message, settings and back', async () => {
    const page = await start();
    await page.keyboard.press('Control+Shift+O');
    await expect.poll(() => message(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('6 * 7');
    await page.keyboard.press('Enter');
    await log(page).getByText('42').first().waitFor();
    await stopped(page);
    await page.keyboard.press('Control+,');
    await page.getByRole('button', { name: 'Add agent', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add agent', exact: true }).waitFor({ state: 'hidden' });
    expect(await page.getByRole('status').count()).toBeGreaterThan(0);
  });
});
