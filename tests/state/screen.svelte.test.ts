import { flushSync } from 'svelte';
import { test } from 'vitest';
import { gate, open, says, send, settled, startApp, texts, until } from './stage';

/** False where Svelte's code was compiled for a server: there nothing ever reacts. */
const reacts = (() => {
  let ran = false;
  const stop = $effect.root(() => {
    $effect(() => {
      ran = true;
    });
  });
  flushSync();
  stop();
  return ran;
})();

test.skipIf(!reacts)('the screen follows a conversation from its first word to its end', async () => {
  const more = gate();
  const app = await startApp(await open(), async (_, client) => {
    client.sessionUpdate(says('Hel'));
    await more.opened;
    client.sessionUpdate(says('lo'));
  });
  const screens: string[] = [];
  const stop = $effect.root(() => {
    $effect(() => {
      const { conversation, library } = app;
      const rows = library.rows.map(({ title, status }) => `${title} ${status}`);
      screens.push([...rows, conversation.running, conversation.draft, ...texts(conversation.session)].join(', '));
    });
  });
  await send(app, 'Hi');
  await until(() => screens.at(-1) === 'Hi running, true, , user: Hi, agent: Hel');
  more.open();
  await settled(app);
  await until(() => screens.at(-1) === 'Hi idle, false, , user: Hi, agent: Hello');
  await app.library.renameSession(app.conversation.key!, 'Greeting');
  await until(() => screens.at(-1)?.startsWith('Greeting idle'));
  await app.library.deleteSession(app.conversation.key!);
  await until(() => screens.at(-1) === 'false, ');
  stop();
});
