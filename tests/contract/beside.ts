import type { Change } from '../../src/contract/changes';
import { message, refused, reopen, same, session, truthy, untyped, type Case, type Tab } from './case';

const blob = (text: string, type = 'text/plain') => new Blob([text], { type });
const names = async (tab: Tab) => (await tab.projects.list()).projects.map((one) => `${one.id}:${one.name}`);

/** Waits for a condition that another tab's message brings about. */
async function eventually(what: string, holds: () => boolean): Promise<void> {
  for (let n = 0; n < 200 && !holds(); n++) await new Promise((resolve) => setTimeout(resolve, 10));
  truthy(holds(), what);
}

export const projectCases: Case[] = [
  {
    name: 'a first start has one project',
    async run(host) {
      const tab = await host.open();
      same((await tab.projects.list()).projects.length, 1, 'projects');
    },
  },
  {
    name: 'projects are created, renamed and listed, those that only sessions name too',
    async run(host) {
      let tab = await host.open();
      const made = await tab.projects.create({ name: '  Tide pools ' });
      same(made.name, 'Tide pools');
      await tab.projects.create({ id: 'reef', name: 'Reef' });
      await refused(() => tab.projects.create({ id: 'reef', name: 'Again' }), 'conflict', 'id');
      await refused(() => tab.projects.create({ id: 'a/b', name: 'x' }), 'invalid-argument', 'id');
      await refused(() => tab.projects.create({ name: '   ' }), 'invalid-argument', 'name');
      await refused(() => tab.projects.rename({ id: 'nobody', name: 'x' }), 'invalid-argument', 'id');
      await tab.projects.rename({ id: 'reef', name: 'Outer reef' });
      await tab.sessions.saveSession(session('s', { projectId: 'implied' }));
      tab = await reopen(host, tab);
      const all = await names(tab);
      for (const one of [`${made.id}:Tide pools`, 'reef:Outer reef', 'implied:implied'])
        truthy(all.includes(one), `${one} in ${all}`);
      await tab.projects.rename({ id: 'implied', name: 'Named' });
      truthy((await names(tab)).includes('implied:Named'), 'a name for an implied project');
    },
  },
  {
    name: 'deleting a project takes its sessions, drafts and files with it and nothing else',
    async run(host) {
      const tab = await host.open();
      await tab.projects.create({ id: 'p1', name: 'One' });
      const { record } = await tab.files.put(blob('bytes of p1'), 'a.txt');
      const artifacts = [{ id: 'f', kind: 'managed-file' as const, path: record.path }];
      await tab.sessions.saveSession(session('s', { artifacts }));
      await tab.sessions.saveSession(session('s', { projectId: 'p2' }));
      await tab.library.saveEntry({ projectId: 'p1', sessionId: '' }, { draft: 'unsent' });
      await tab.projects.delete({ id: 'p1' });
      await tab.projects.delete({ id: 'p1' });
      same(
        (await tab.sessions.loadAll()).sessions.map((one) => one.projectId),
        ['p2'],
      );
      same(await tab.library.entry({ projectId: 'p1', sessionId: '' }), {});
      same(await tab.files.get(record.path), null);
      truthy(!(await names(tab)).some((one) => one.startsWith('p1:')), 'the project is gone');
    },
  },
];

export const fileCases: Case[] = [
  {
    name: 'a file is there before and after the row that refers to it, under a path by its hash',
    async run(host) {
      let tab = await host.open();
      const { id, record } = await tab.files.put(blob('kelp forest'), 'Notes.TXT');
      truthy(/^sha256\/[0-9a-f]{64}\.txt$/.test(record.path), record.path);
      same(record.mime_type, 'text/plain');
      same(await (await tab.files.get(record.path))?.text(), 'kelp forest', 'before');
      await tab.chat.createMessage('c', {
        actor: 'user',
        kind: 'text',
        content: `![n](embed://${id})`,
        embeds: { [id]: record },
      });
      tab = await reopen(host, tab);
      const stored = await tab.files.get(record.path);
      same([await stored?.text(), stored?.type], ['kelp forest', 'text/plain'], 'after a restart');
    },
  },
  {
    name: 'a file that no row refers to does not outlive the page',
    async run(host) {
      let tab = await host.open();
      const { record } = await tab.files.put(blob('never sent'));
      tab = await reopen(host, tab);
      same(await tab.files.get(record.path), null);
    },
  },
  {
    name: 'equal bytes are stored once and go with the last row that refers to them',
    async run(host) {
      const tab = await host.open();
      const first = await tab.files.put(blob('shared'), 'a.txt');
      const second = await tab.files.put(blob('shared'), 'b.txt');
      same(first.record.path, second.record.path, 'path');
      const lone = await tab.files.put(blob('only in a'), 'c.txt');
      const { path } = first.record;
      await tab.chat.createMessage('a', { actor: 'user', kind: 'text', embeds: { x: first.record, y: lone.record } });
      await tab.chat.createMessage('b', { actor: 'user', kind: 'text', embeds: { x: second.record } });
      const uploads = [{ id: 'u', sessionId: 's', name: 'a', originalName: 'a', path, size: 6 }];
      await tab.sessions.saveSession(session('s', { messages: [message('m', { uploads })] }));
      await tab.chat.removeSession('a');
      same(await tab.files.get(lone.record.path), null, 'the file only a had');
      same(await (await tab.files.get(path))?.text(), 'shared', 'b and the session still have it');
      await tab.chat.clearMessages('b');
      truthy(await tab.files.get(path), 'the session still has it');
      await tab.sessions.saveSession(session('s', { messages: [message('m')] }));
      same(await tab.files.get(path), null, 'nobody has it');
    },
  },
  {
    name: 'a deleted session takes its files along, and bad calls are refused',
    async run(host) {
      const tab = await host.open();
      const { record } = await tab.files.put(blob('gone with it'));
      await tab.sessions.saveSession(
        session('s', { artifacts: [{ id: 'f', kind: 'managed-file', path: record.path }] }),
      );
      await tab.sessions.deleteSession({ projectId: 'p1', sessionId: 's' });
      same(await tab.files.get(record.path), null);
      await refused(() => tab.files.put(untyped('text')), 'invalid-argument', 'file');
      await refused(() => tab.files.get(untyped(7)), 'invalid-argument', 'path');
    },
  },
];

export const libraryCases: Case[] = [
  {
    name: 'heads show every session without its lists, and one session can be read alone',
    async run(host) {
      const tab = await host.open();
      await tab.sessions.saveSession(session('s', { messages: [message('a'), message('b')] }));
      same(await tab.library.heads(), [
        {
          projectId: 'p1',
          id: 's',
          title: 'Title s',
          cwd: '/srv/kelp',
          status: 'idle',
          createdAt: 100,
          updatedAt: 200,
          messageCount: 2,
        },
      ]);
      same(
        await tab.library.session({ projectId: 'p1', sessionId: 's' }),
        session('s', { messages: [message('a'), message('b')] }),
      );
      same(await tab.library.session({ projectId: 'p1', sessionId: 'none' }), null);
      await refused(() => tab.library.session({ projectId: 'p1', sessionId: '' }), 'invalid-argument', 'sessionId');
    },
  },
  {
    name: 'drafts and settings survive a restart, field by field',
    async run(host) {
      let tab = await host.open();
      const key = { projectId: 'p1', sessionId: 's' };
      same(await tab.library.entry(key), {});
      await tab.library.saveEntry(key, { draft: 'half a thou' });
      await tab.library.saveEntry(key, { agentId: 'llama' });
      await tab.library.saveSetting('theme', 'dark');
      tab = await reopen(host, tab);
      same(await tab.library.entry(key), { draft: 'half a thou', agentId: 'llama' });
      await tab.library.saveEntry(key, { draft: null });
      same(await tab.library.entry(key), { agentId: 'llama' });
      same(await tab.library.settings(), { theme: 'dark' });
      await refused(() => tab.library.saveSetting('theme', untyped('pink')), 'invalid-argument', 'theme');
      await refused(() => tab.library.saveSetting(untyped<'theme'>('toString'), 'dark'), 'invalid-argument', 'key');
      await refused(() => tab.library.saveEntry(key, untyped({ pinned: 1 })), 'invalid-argument', 'pinned');
    },
  },
  {
    name: 'another tab hears of a change after its commit, and nobody hears of their own',
    async run(host) {
      const [a, b] = [await host.open(), await host.open()];
      const heard: { a: Change[]; b: Change[] } = { a: [], b: [] };
      // Others on the same channel may still be telling of what they did before.
      const mine = (change: Change) => JSON.stringify(change).includes('"told"');
      const titles: (string | undefined)[] = [];
      const stopA = a.library.watch((change) => mine(change) && heard.a.push(change));
      const stopB = b.library.watch((change) => {
        if (!mine(change)) return;
        heard.b.push(change);
        if (change.kind !== 'session') return;
        void b.library.session(change).then((read) => titles.push(read?.title));
      });
      await a.sessions.saveSession(session('told', { title: 'told' }));
      await a.chat.createMessage('told', { actor: 'user', kind: 'text' });
      await eventually('b hears of both', () => heard.b.length >= 2 && titles.length >= 1);
      same(heard.b, [
        { kind: 'session', projectId: 'p1', sessionId: 'told', deleted: false },
        { kind: 'chat', session: 'told', deleted: false },
      ]);
      same(titles, ['told'], 'what b read when it heard');
      same(heard.a, [], 'what a heard');
      stopA();
      stopB();
    },
  },
];
