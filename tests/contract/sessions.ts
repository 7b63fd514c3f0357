import { INTERRUPTED_ERROR, type PersistedChatSession } from '../../src/contract/sessions';
import { message, refused, reopen, same, session, truthy, untyped, type Case, type Tab } from './case';

const only = async (tab: Tab): Promise<PersistedChatSession> => {
  const { sessions } = await tab.sessions.loadAll();
  same(sessions.length, 1, 'number of sessions');
  return sessions[0]!;
};
/** An object that throws when this member is read. */
const throwing = <T extends object>(object: T, member: string): T =>
  Object.defineProperty(object, member, {
    enumerable: true,
    get() {
      throw new Error('a trap');
    },
  });
const ids = async (tab: Tab) =>
  (await tab.sessions.loadAll()).sessions.map((one) => `${one.projectId}/${one.id}`).sort();

export const sessionCases: Case[] = [
  {
    name: 'a fresh store is empty and has an empty manifest',
    async run(host) {
      same(await (await host.open()).sessions.loadAll(), { sessions: [], manifest: { version: 1 } });
    },
  },
  {
    name: 'a saved session comes back deep-equal after a restart, optional lists included',
    async run(host) {
      let tab = await host.open();
      const full = session('full', {
        status: 'error',
        error: 'the model went away',
        activities: [
          {
            id: 'a1',
            kind: 'tool',
            title: 'Read kelp.ts',
            status: 'completed',
            sortIndex: 1,
            eventIds: ['e7'],
            toolKind: 'read',
            providerToolName: 'read_file',
            toolContent: [
              { type: 'content', content: { type: 'text', text: 'const kelp = 1;' } },
              { type: 'content', content: { type: 'resource_link', uri: 'file:///k', name: 'k', title: 'K' } },
              { type: 'content', content: { type: 'resource', resource: { uri: 'file:///r', text: 'r' } } },
              { type: 'diff', path: '/srv/kelp.ts', oldText: null, newText: 'x' },
            ],
            toolLocations: [{ path: '/srv/kelp.ts', line: 4 }, { path: '/srv/b.ts' }],
            terminalOutput: 'ok',
            terminalExitCode: 0,
            rawInput: { path: 'kelp.ts', deep: [1, { a: null }] },
            rawOutput: false,
          },
        ],
        artifacts: [{ id: 'f1', kind: 'workspace-file', path: '/srv/out.png', size: 0, mtimeMs: 5, name: 'out.png' }],
        messages: [
          message('q', {
            content: '',
            uploads: [
              {
                id: 'u1',
                sessionId: 'full',
                name: 'a.txt',
                originalName: 'A.txt',
                path: '/u/a',
                size: 3,
                mimeType: 'text/plain',
              },
            ],
          }),
          message('r', {
            role: 'agent',
            streamId: 's',
            responseToMessageId: 'q',
            eventIds: ['e1', 'e2'],
            artifactIds: ['f1'],
          }),
        ],
      });
      const bare = session('bare', { activities: [], artifacts: [], updatedAt: 150, messages: [] });
      await tab.sessions.saveSession(full);
      await tab.sessions.saveSession(bare);
      tab = await reopen(host, tab);
      same((await tab.sessions.loadAll()).sessions, [full, bare]);
    },
  },
  {
    name: 'unknown fields are gone at every level and bad event ids are dropped',
    async run(host) {
      const tab = await host.open();
      await tab.sessions.saveSession(
        untyped({
          ...session('x'),
          secret: 1,
          artifacts: [{ id: 'f', kind: 'managed-file', path: 'p', bytes: [1, 2] }],
          messages: [
            {
              ...message('m'),
              eventIds: ['e1', 7, null],
              extra: true,
              uploads: [{ id: 'u', sessionId: 'x', name: 'n', path: 'p', content: 'AAAA' }, { id: 'u2' }],
            },
          ],
        }),
      );
      same(await only(tab), {
        ...session('x'),
        artifacts: [{ id: 'f', kind: 'managed-file', path: 'p' }],
        messages: [
          {
            ...message('m'),
            eventIds: ['e1'],
            uploads: [{ id: 'u', sessionId: 'x', name: 'n', originalName: 'n', path: 'p', size: 0 }],
          },
        ],
      });
    },
  },
  {
    name: 'messages that are none are dropped, odd ones repaired, the order kept',
    async run(host) {
      const tab = await host.open();
      const bad = [
        { ...message('b1'), role: 'assistant' },
        { ...message('b2'), role: 'system' },
        { ...message('b3'), content: 42 },
        { ...message('') },
        null,
        'text',
      ];
      const messages = [message('k1'), ...bad, { ...message('k2'), content: '' }, { ...message('k3'), status: 'sent' }];
      await tab.sessions.saveSession(untyped(session('x', { messages: untyped(messages) })));
      same((await only(tab)).messages, [message('k1'), message('k2', { content: '' }), message('k3')]);
    },
  },
  {
    name: 'a run that died comes back as interrupted, its partial answer kept, no timestamp changed, the store untouched',
    async run(host) {
      let tab = await host.open();
      await tab.sessions.saveSession(
        session('x', {
          status: 'running',
          activeRun: { promptMessageId: 'x-m1', startedAt: 5 },
          updatedAt: 900,
          messages: [message('x-m1'), message('p', { role: 'agent', content: 'Par', status: 'streaming' })],
          activities: [{ id: 'a', kind: 'tool', title: '', status: 'in_progress', sortIndex: 0, eventIds: [] }],
        }),
      );
      tab = await reopen(host, tab);
      const restored = await only(tab);
      same(restored, {
        ...session('x', { status: 'error', error: INTERRUPTED_ERROR, updatedAt: 900 }),
        messages: [message('x-m1'), message('p', { role: 'agent', content: 'Par', status: 'error' })],
        activities: [{ id: 'a', kind: 'tool', title: '', status: 'failed', sortIndex: 0, eventIds: [] }],
      });
      same(await only(tab), restored, 'loaded again');
    },
  },
  {
    name: 'an interrupted session keeps an error of its own and gets the sentence where that was empty',
    async run(host) {
      let tab = await host.open();
      await tab.sessions.saveSession(
        session('a', { status: 'waiting-permission', error: 'quota exceeded', updatedAt: 2 }),
      );
      await tab.sessions.saveSession(session('b', { status: 'waiting-permission', error: '', updatedAt: 1 }));
      tab = await reopen(host, tab);
      const { sessions } = await tab.sessions.loadAll();
      same(
        sessions.map((one) => one.error),
        ['quota exceeded', INTERRUPTED_ERROR],
      );
      same(
        (await tab.library.heads()).map((head) => [head.status, head.error]),
        [
          ['error', 'quota exceeded'],
          ['error', INTERRUPTED_ERROR],
        ],
      );
    },
  },
  {
    name: 'an idle session with open ends stays idle and is repaired',
    async run(host) {
      const tab = await host.open();
      await tab.sessions.saveSession(
        session('x', {
          activeRun: { promptMessageId: 'q', startedAt: 1 },
          messages: [message('m', { status: 'streaming' })],
          activities: [{ id: 'a', kind: 'tool', title: '', status: 'pending', sortIndex: 0, eventIds: [] }],
        }),
      );
      const restored = await only(tab);
      same(
        [
          restored.status,
          restored.activeRun,
          restored.messages[0]!.status,
          restored.activities![0]!.status,
          restored.error,
        ],
        ['idle', undefined, 'error', 'failed', undefined],
      );
    },
  },
  {
    name: 'a session that this page runs is left running, and is interrupted once it is saved so by nobody',
    async run(host) {
      const a = await host.open();
      const b = await host.open();
      await a.sessions.saveSession(session('x', { status: 'running' }));
      same((await only(a)).status, 'running', 'in the running tab');
      same((await only(b)).status, 'running', 'in the other tab');
      same((await b.library.heads())[0]!.status, 'running', 'as a head');
      await a.close();
      same((await only(b)).status, 'error', 'after the running tab died');
    },
  },
  {
    name: 'terminal output is cut at its bound, and cutting again changes nothing',
    async run(host) {
      const tab = await host.open();
      const outputs = ['k'.repeat(16_000), 'k'.repeat(16_001), 'k'.repeat(40_000), `${'k'.repeat(15_999)}🌊🌊`];
      const activities = outputs.map((terminalOutput, index) => ({
        ...{
          id: `a${index}`,
          kind: 'tool' as const,
          title: '',
          status: 'completed' as const,
          sortIndex: 0,
          eventIds: [],
        },
        terminalOutput,
      }));
      await tab.sessions.saveSession(session('x', { activities }));
      const first = await only(tab);
      same(
        first.activities!.map((one) => one.terminalOutput!.length),
        [16_000, 16_002, 16_002, 16_001],
      );
      await tab.sessions.saveSession(first);
      same(await only(tab), first, 'after another round');
    },
  },
  {
    name: 'a raw value is kept up to its bound and dropped beyond, the activity always stays',
    async run(host) {
      const tab = await host.open();
      const cyclic: Record<string, unknown> = {};
      cyclic.self = cyclic;
      const values = ['x'.repeat(7998), 'x'.repeat(7999), 0, false, '', null, cyclic, { n: 1n }];
      const activities = values.map((rawInput, index) => ({
        ...{
          id: `a${index}`,
          kind: 'tool' as const,
          title: '',
          status: 'completed' as const,
          sortIndex: 0,
          eventIds: [],
        },
        rawInput,
      }));
      await tab.sessions.saveSession(session('x', { activities }));
      const kept = (await only(tab)).activities!;
      same(kept.length, values.length, 'activities');
      same(
        kept.map((one) => ('rawInput' in one ? one.rawInput : 'dropped')),
        [values[0], 'dropped', 0, false, '', 'dropped', 'dropped', 'dropped'],
      );
    },
  },
  {
    name: 'a hundred saves at once end with the last one and leave the neighbour alone',
    async run(host) {
      const tab = await host.open();
      const calls: Promise<void>[] = [];
      for (let n = 0; n < 100; n++) {
        calls.push(tab.sessions.saveSession(session('x', { title: `v${n}`, updatedAt: n })));
        if (n === 50) calls.push(tab.sessions.saveSession(session('y', { updatedAt: 1000 })));
      }
      await Promise.all(calls);
      same((await tab.sessions.loadAll()).sessions, [
        session('y', { updatedAt: 1000 }),
        session('x', { title: 'v99', updatedAt: 99 }),
      ]);
    },
  },
  {
    name: 'what is stored is the session as it was when it was saved',
    async run(host) {
      const tab = await host.open();
      const mine = session('x', { messages: [message('m', { eventIds: ['e'] })] });
      const saved = tab.sessions.saveSession(mine);
      mine.title = 'changed later';
      mine.messages[0]!.eventIds.push('later');
      mine.messages.push(message('later'));
      await saved;
      same(await only(tab), session('x', { messages: [message('m', { eventIds: ['e'] })] }));
      const loaded = await only(tab);
      loaded.messages[0]!.eventIds.push('mine');
      same((await only(tab)).messages[0]!.eventIds, ['e'], 'what was given out is a copy');
      await tab.sessions.saveSession(loaded);
      same((await only(tab)).messages[0]!.eventIds, ['e', 'mine'], 'a change inside a loaded copy is saved');
    },
  },
  {
    name: 'deleting beats the save before it, and a save after it is a new session',
    async run(host) {
      let tab = await host.open();
      void tab.sessions.saveSession(session('x'));
      await tab.sessions.deleteSession({ projectId: 'p1', sessionId: 'x' });
      same(await ids(tab), []);
      await tab.sessions.deleteSession({ projectId: 'p1', sessionId: 'x' });
      await tab.sessions.saveSession(session('x', { messages: [message('new')] }));
      tab = await reopen(host, tab);
      same((await only(tab)).messages, [message('new')]);
    },
  },
  {
    name: 'save, delete, save in one breath leaves the last save alone',
    async run(host) {
      const tab = await host.open();
      await tab.sessions.saveSession(session('x', { messages: [message('old')] }));
      void tab.sessions.saveSession(session('x', { messages: [message('old'), message('older')] }));
      void tab.sessions.deleteSession({ projectId: 'p1', sessionId: 'x' });
      await tab.sessions.saveSession(session('x', { messages: [message('new')] }));
      same((await only(tab)).messages, [message('new')]);
    },
  },
  {
    name: 'deleting a project is a barrier for that project only',
    async run(host) {
      const tab = await host.open();
      const calls: Promise<void>[] = [];
      for (let n = 0; n < 10; n++) calls.push(tab.sessions.saveSession(session(`a${n}`, { projectId: 'lab' })));
      for (let n = 0; n < 5; n++) calls.push(tab.sessions.saveSession(session(`b${n}`, { projectId: 'lab2' })));
      calls.push(tab.sessions.deleteProjectSessions({ projectId: 'lab' }));
      await Promise.all(calls);
      same(await ids(tab), ['lab2/b0', 'lab2/b1', 'lab2/b2', 'lab2/b3', 'lab2/b4']);
      await tab.sessions.saveSession(session('a1', { projectId: 'lab' }));
      same((await ids(tab)).length, 6, 'a save after the deletion');
      await tab.sessions.deleteProjectSessions({ projectId: 'nobody' });
    },
  },
  {
    name: 'the manifest is replaced as a whole and refuses wrong types',
    async run(host) {
      let tab = await host.open();
      const read = async () => (await tab.sessions.loadAll()).manifest;
      await tab.sessions.saveManifest({ lastProjectId: 'p', lastSessionId: 's' });
      same(await read(), { version: 1, lastProjectId: 'p', lastSessionId: 's' });
      await tab.sessions.saveManifest({ lastSessionId: 's2' });
      same(await read(), { version: 1, lastSessionId: 's2' });
      await refused(
        () => tab.sessions.saveManifest(untyped({ lastProjectId: 7 })),
        'invalid-argument',
        'lastProjectId',
      );
      await refused(
        () => tab.sessions.saveManifest(untyped({ lastSessionId: 'a/b' })),
        'invalid-argument',
        'lastSessionId',
      );
      await refused(() => tab.sessions.saveManifest(untyped(null)), 'invalid-argument', '');
      tab = await reopen(host, tab);
      same(await read(), { version: 1, lastSessionId: 's2' });
      await tab.sessions.saveManifest({});
      same(await read(), { version: 1 });
    },
  },
  {
    name: 'a bad call is refused with its path, writes nothing and does not hold up the next one',
    async run(host) {
      const tab = await host.open();
      const bad = (over: object) => () => tab.sessions.saveSession(untyped({ ...session('x'), ...over }));
      const refusals = [
        refused(bad({ id: '' }), 'invalid-argument', 'id'),
        refused(bad({ id: '..' }), 'invalid-argument', 'id'),
        refused(bad({ id: 'a/b' }), 'invalid-argument', 'id'),
        refused(bad({ projectId: 'a\\b' }), 'invalid-argument', 'projectId'),
        refused(bad({ projectId: 'a\0' }), 'invalid-argument', 'projectId'),
        refused(bad({ projectId: undefined }), 'invalid-argument', 'projectId'),
        refused(bad({ messages: 'none' }), 'invalid-argument', 'messages'),
        refused(() => tab.sessions.saveSession(untyped(null)), 'invalid-argument', ''),
        refused(() => tab.sessions.saveSession(throwing(session('x'), 'title')), 'invalid-argument', ''),
        refused(() => tab.chat.createSession(throwing({}, 'label')), 'invalid-argument', ''),
        refused(() => tab.sessions.deleteSession(untyped({ projectId: 'p' })), 'invalid-argument', 'sessionId'),
        refused(() => tab.sessions.deleteSession({ projectId: '.', sessionId: 's' }), 'invalid-argument', 'projectId'),
        refused(() => tab.sessions.deleteProjectSessions(untyped('p')), 'invalid-argument', ''),
        refused(() => tab.sessions.deleteProjectSessions({ projectId: '' }), 'invalid-argument', 'projectId'),
      ];
      const good = tab.sessions.saveSession(session('good'));
      await Promise.all([...refusals, good]);
      same(await ids(tab), ['p1/good']);
    },
  },
  {
    name: 'every legal id is its own, in both projects',
    async run(host) {
      let tab = await host.open();
      const odd = [
        'a.tmp',
        'x.invalid-1',
        ' ',
        'l'.repeat(300),
        '日本語',
        '\u00e9',
        'e\u0301',
        '__proto__',
        'constructor',
        'manifest.json',
      ];
      for (const id of odd) {
        await tab.sessions.saveSession(session(id, { title: `1 ${id}` }));
        await tab.sessions.saveSession(session(id, { title: `2 ${id}`, projectId: 'manifest.json' }));
      }
      tab = await reopen(host, tab);
      const { sessions } = await tab.sessions.loadAll();
      same(sessions.length, odd.length * 2, 'number of sessions');
      for (const one of sessions) same(one.title, `${one.projectId === 'p1' ? 1 : 2} ${one.id}`, 'title');
      await tab.sessions.deleteSession({ projectId: 'p1', sessionId: '\u00e9' });
      truthy((await ids(tab)).includes('p1/e\u0301'), 'the other form of é stays');
    },
  },
  {
    name: 'sessions come newest first, ties in key order',
    async run(host) {
      const tab = await host.open();
      for (const [id, updatedAt] of [
        ['b', 5],
        ['a', 5],
        ['c', 9],
        ['d', 1],
      ] as const) {
        await tab.sessions.saveSession(session(id, { updatedAt }));
      }
      const order = ['c', 'a', 'b', 'd'];
      same(
        (await tab.sessions.loadAll()).sessions.map((one) => one.id),
        order,
      );
      same(
        (await tab.library.heads()).map((head) => head.id),
        order,
      );
    },
  },
  {
    name: 'two tabs that each append to their own copy lose nothing and keep each order',
    async run(host) {
      const [a, b] = [await host.open(), await host.open()];
      const start = session('x', { messages: [message('m0')] });
      await a.sessions.saveSession(start);
      const append = async (tab: Tab, who: string) => {
        const mine = await only(tab);
        for (let n = 0; n < 15; n++) {
          mine.messages.push(message(`${who}${n}`));
          await tab.sessions.saveSession(mine);
        }
      };
      await Promise.all([append(a, 'a'), append(b, 'b')]);
      const all = (await only(a)).messages.map((one) => one.id);
      same(all.length, 31, 'messages');
      for (const who of ['a', 'b']) {
        same(
          all.filter((id) => id.startsWith(who)),
          Array.from({ length: 15 }, (_, n) => `${who}${n}`),
          `order of ${who}`,
        );
      }
    },
  },
  {
    name: 'a stale copy changes only what its tab changed; alone, a save is the whole record',
    async run(host) {
      const [a, b] = [await host.open(), await host.open()];
      await a.sessions.saveSession(session('x', { messages: [message('m1')] }));
      const atA = await only(a);
      const atB = await only(b);
      await a.sessions.saveSession({ ...atA, cwd: '/a', messages: [...atA.messages, message('m2')] });
      await b.sessions.saveSession({ ...atB, title: 'by b' });
      const merged = await only(a);
      same([merged.title, merged.cwd, merged.messages.map((one) => one.id)], ['by b', '/a', ['m1', 'm2']]);
      await b.sessions.saveSession({ ...atB, title: 'by b', messages: [] });
      same(
        (await only(b)).messages.map((one) => one.id),
        ['m2'],
        'b removed what it saw',
      );
      await a.sessions.saveSession(session('y', { messages: [message('m1'), message('m2')] }));
      await a.sessions.saveSession(session('y', { messages: [message('m1')] }));
      const y = (await a.sessions.loadAll()).sessions.find((one) => one.id === 'y')!;
      same(
        y.messages.map((one) => one.id),
        ['m1'],
        'one client alone',
      );
    },
  },
  {
    name: 'a late save from a tab that saw the session before its deletion does not bring it back',
    async run(host) {
      const [a, b] = [await host.open(), await host.open()];
      await a.sessions.saveSession(session('x'));
      await a.sessions.saveSession(session('z', { projectId: 'p2' }));
      const { sessions } = await b.sessions.loadAll();
      await a.sessions.deleteSession({ projectId: 'p1', sessionId: 'x' });
      await a.sessions.deleteProjectSessions({ projectId: 'p2' });
      for (const one of sessions) await b.sessions.saveSession({ ...one, title: 'late' });
      same(await ids(a), [], 'after the late saves');
      await b.sessions.saveSession(session('x', { title: 'known to be new' }));
      same(await ids(b), [], 'b still speaks of the deleted one');
      same((await b.sessions.loadAll()).sessions, []);
      await b.sessions.saveSession(session('x', { title: 'known to be new' }));
      same((await only(a)).title, 'known to be new', 'b has seen that it is gone');
    },
  },
  {
    name: 'messages can be reordered, inserted and repeated, and a list can go and come',
    async run(host) {
      let tab = await host.open();
      const many = Array.from({ length: 200 }, (_, n) => message(`m${n}`, { content: 'x'.repeat((n % 7) * 700) }));
      const state = session('x', { messages: many, artifacts: [] });
      await tab.sessions.saveSession(state);
      const shuffled = [
        ...many.slice(150),
        message('new'),
        ...many.slice(20, 140),
        message('new', { content: 'twice' }),
        ...many.slice(0, 5),
      ];
      const next = { ...state, messages: shuffled };
      delete next.artifacts;
      await tab.sessions.saveSession(next);
      tab = await reopen(host, tab);
      same(await only(tab), next);
      await tab.sessions.saveSession({
        ...next,
        messages: [],
        artifacts: [{ id: 'f', kind: 'managed-file', path: 'p' }],
      });
      tab = await reopen(host, tab);
      same(await only(tab), { ...next, messages: [], artifacts: [{ id: 'f', kind: 'managed-file', path: 'p' }] });
    },
  },
  {
    name: 'an answer that streams token by token is stored whole, however it is saved',
    async run(host) {
      let tab = await host.open();
      const state = session('x', {
        status: 'running',
        messages: [message('q'), message('r', { role: 'agent', content: '', status: 'streaming' })],
      });
      await tab.sessions.saveSession(state);
      const calls: Promise<void>[] = [];
      for (let n = 0; n < 120; n++) {
        state.messages[1]!.content += n % 9 === 0 ? '🌊' : ` t${n}`;
        state.updatedAt++;
        const call = tab.sessions.saveSession(state);
        calls.push(call);
        if (n % 40 === 39) await call;
      }
      await Promise.all(calls);
      same((await only(tab)).messages[1]!.content, state.messages[1]!.content, 'while it runs');
      const { content } = state.messages[1]!;
      await tab.sessions.saveSession({
        ...state,
        status: 'idle',
        messages: [state.messages[0]!, { ...state.messages[1]!, status: 'complete' }],
      });
      tab = await reopen(host, tab);
      same((await only(tab)).messages[1], { ...state.messages[1]!, content, status: 'complete' });
    },
  },
];
