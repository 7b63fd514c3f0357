import { expect, test } from 'vitest';
import { open, openKey, says, send, settled, startApp, texts, until, untilStopped } from './stage';

test('a renamed conversation keeps its name and its place for ever', async () => {
  const holdfast = await open();
  const app = await startApp(holdfast, async (_, client) => client.sessionUpdate(says('Yes')));
  await send(app, 'First question');
  const first = openKey(app);
  await settled(app);
  await app.conversation.startNew();
  await send(app, 'Second question');
  await settled(app);
  const { updatedAt } = (await holdfast.library.session(first))!;
  await app.library.renameSession(first, '  Kelp ');
  expect(app.library.rows.map(({ title }) => title)).toEqual(['Second question', 'Kelp']);
  expect(await holdfast.library.session(first)).toMatchObject({ title: 'Kelp', updatedAt });
  await app.conversation.open(first);
  await send(app, 'And another');
  expect(await settled(app)).toMatchObject({ title: 'Kelp' });
});

test('a conversation can be renamed while it runs, in this tab and in another', async () => {
  const holdfast = await open();
  const app = await startApp(holdfast, untilStopped);
  await send(app, 'Question');
  const key = openKey(app);
  await app.library.renameSession(key, 'Here');
  expect(await holdfast.library.session(key)).toMatchObject({ title: 'Here', status: 'running' });

  const elsewhere = await startApp(await open(holdfast.name));
  await elsewhere.library.renameSession(key, 'There');
  await until(() => app.library.rows[0]?.title === 'There');
  app.conversation.stop();
  expect(await settled(app)).toMatchObject({ title: 'There', status: 'idle' });
});

test('deleting a conversation that runs stops it, and it does not come back', async () => {
  const holdfast = await open();
  let stopped = false;
  const app = await startApp(holdfast, async (request, client) => {
    client.sessionUpdate(says('Talking'));
    await untilStopped(request);
    stopped = true;
    client.sessionUpdate(says(' still'));
  });
  await send(app, 'Question');
  const key = openKey(app);
  await until(() => texts(app.conversation.session).length === 2);
  await app.library.deleteSession(key);
  await until(() => stopped);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(await holdfast.library.session(key)).toBeNull();
  expect(app.library.rows).toEqual([]);
  expect(app.conversation).toMatchObject({ key: { projectId: 'home', sessionId: '' }, session: null });
});

test('each project has its own conversations, and a deleted one takes them along', async () => {
  const holdfast = await open();
  const app = await startApp(holdfast);
  await send(app, 'At home');
  await settled(app);
  await app.library.createProject('Lab');
  expect(app.library.rows).toEqual([]);
  expect(app.conversation.session).toBeNull();
  await send(app, 'In the lab');
  await settled(app);
  const lab = app.library.projectId;
  expect(app.library.rows.map(({ title }) => title)).toEqual(['In the lab']);
  await app.library.renameProject(lab, 'Laboratory');
  expect(app.library.projects.map(({ name }) => name)).toEqual(['Home', 'Laboratory']);

  await app.library.deleteProject(lab);
  expect(app.library).toMatchObject({ projectId: 'home', projects: [{ name: 'Home' }] });
  expect(texts(app.conversation.session)).toEqual(['user: At home']);
  expect(await holdfast.library.heads()).toHaveLength(1);
});

test('after the last project is deleted there is a new one', async () => {
  const app = await startApp(await open());
  await app.library.deleteProject('home');
  expect(app.library).toMatchObject({ projectId: 'home', projects: [{ id: 'home' }], rows: [] });
  await send(app, 'Still works');
  expect(await settled(app)).toMatchObject({ status: 'idle' });
});

test("another tab's new conversation and project appear in the lists", async () => {
  const holdfast = await open();
  const app = await startApp(holdfast);
  const elsewhere = await startApp(await open(holdfast.name));
  await send(elsewhere, 'From over there');
  await until(() => app.library.rows.some(({ title }) => title === 'From over there'));
  await elsewhere.library.createProject('Lab');
  await until(() => app.library.projects.some(({ name }) => name === 'Lab'));
});

test('a deletion that fails says so and leaves the conversation in the list', async () => {
  const holdfast = await open();
  const deleteSession = () => Promise.reject(new Error('no access'));
  const app = await startApp({ ...holdfast, sessions: { ...holdfast.sessions, deleteSession } });
  await send(app, 'Keep me');
  await settled(app);
  await app.library.deleteSession(openKey(app));
  expect(app.notices.list).toMatchObject([{ text: '"Keep me" was not deleted: no access' }]);
  expect(app.library.rows.map(({ title }) => title)).toEqual(['Keep me']);
});
