import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import type { PersistedChatSession } from '../../src/contract/sessions';
import { message, session } from '../contract/case';
import { openHoldfast } from '../support/holdfast';

test('Svelte state is accepted as an argument, nested proxies, dates and undefined members included', async () => {
  const holdfast = await openHoldfast();
  const state = $state<PersistedChatSession>(
    session('x', { messages: [message('m', { eventIds: ['e'] })], activities: [] }),
  );
  const saved = holdfast.sessions.saveSession(state);
  state.messages[0]!.content = 'later';
  state.messages.push(message('later'));
  flushSync();
  await saved;
  expect((await holdfast.sessions.loadAll()).sessions).toEqual([
    session('x', { messages: [message('m', { eventIds: ['e'] })], activities: [] }),
  ]);

  const meta = $state({ when: new Date(Date.UTC(2020, 0, 2)), gone: undefined, deep: { list: [1, { a: 'b' }] } });
  const embeds = $state({ e1: { mime_type: 'text/plain', path: 'p', meta: { k: [1] } } });
  await holdfast.chat.createMessage('c', { actor: 'user', kind: 'text', meta, embeds });
  const [row] = (await holdfast.chat.listMessages('c')).messages;
  expect(row!.meta).toEqual({ when: '2020-01-02T00:00:00.000Z', deep: { list: [1, { a: 'b' }] } });
  expect(row!.embeds).toEqual({ e1: { mime_type: 'text/plain', path: 'p', meta: { k: [1] } } });

  const key = $state({ projectId: 'p1', sessionId: 'x' });
  await holdfast.library.saveEntry(key, { draft: 'kept' });
  expect(await holdfast.library.entry(key)).toEqual({ draft: 'kept' });
  const agents = $state([
    { id: 'a', name: 'A', kind: 'openai' as const, address: 'http://127.0.0.1:1/v1', model: 'm' },
  ]);
  await holdfast.library.saveSetting('agents', agents);
  expect((await holdfast.library.settings()).agents).toEqual($state.snapshot(agents));
  await holdfast.sessions.deleteSession(key);
  holdfast.close();
});
