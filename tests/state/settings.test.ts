import { expect, test } from 'vitest';
import { open, startApp, until } from './stage';

const local = { id: 'local', name: 'Local', kind: 'openai', address: 'http://127.0.0.1:1/v1', model: 'm' } as const;

test('settings are there after a restart', async () => {
  const holdfast = await open();
  const app = await startApp(holdfast);
  await app.settings.saveAgent(local);
  await app.settings.saveAgent({ ...local, model: 'n' });
  await app.settings.setDefaultAgent('local');
  await app.settings.setTheme('dark');
  await app.settings.setSidebarOpen(false);
  const later = await startApp(await open(holdfast.name));
  expect(later.settings).toMatchObject({
    agents: [{ ...local, model: 'n' }],
    defaultAgentId: 'local',
    theme: 'dark',
    sidebarOpen: false,
  });
  expect(later.conversation.agentId).toBe('local');
  expect([later.settings.agentName('local'), later.settings.agentName('guide')]).toEqual(['Local', 'Guide']);
});

test('removing the default agent makes the guide the default', async () => {
  const holdfast = await open();
  const app = await startApp(holdfast);
  await app.settings.saveAgent(local);
  await app.settings.setDefaultAgent('local');
  await app.settings.removeAgent('local');
  expect(await holdfast.library.settings()).toMatchObject({ agents: [], defaultAgentId: 'guide' });
});

test('a setting that is changed in another tab changes here', async () => {
  const holdfast = await open();
  const app = await startApp(holdfast);
  await (await open(holdfast.name)).library.saveSetting('theme', 'dark');
  await until(() => app.settings.theme === 'dark');
});

test('a setting that cannot be stored holds for now, and the user is told', async () => {
  const holdfast = await open();
  const saveSetting = () => Promise.reject(new Error('the disk is full'));
  const app = await startApp({ ...holdfast, library: { ...holdfast.library, saveSetting } });
  await app.settings.setTheme('dark');
  expect(app.settings.theme).toBe('dark');
  expect(app.notices.list).toMatchObject([{ text: 'Not saved: the disk is full' }]);
});

test('the status line says what is true of the store', async () => {
  const holdfast = await open();
  const app = await startApp(holdfast);
  await until(() => app.status.text === 'Saved on this device');
  const saving = holdfast.library.saveSetting('sidebarOpen', true);
  expect(app.status.text).toBe('Saving');
  await saving;
  await until(() => app.status.text === 'Saved on this device');
});
