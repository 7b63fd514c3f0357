import type { CreateMessageOptions } from '../../src/contract/chat';
import { CHAT_ACTORS, CHAT_KINDS } from '../../src/contract/chat';
import { refused, reopen, same, truthy, untyped, type Case, type Tab } from './case';

const text = (content: string): CreateMessageOptions => ({ actor: 'user', kind: 'text', content });
const contents = async (tab: Tab, id: string, since?: number) =>
  (await tab.chat.listMessages(id, { since })).messages.map((one) => one.content);
const chatIds = async (tab: Tab) => (await tab.chat.listSessions()).sessions.map((one) => one.id);
const isTime = (value: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);

export const chatCases: Case[] = [
  {
    name: 'a fresh store has no chats',
    async run(host) {
      same(await (await host.open()).chat.listSessions(), { sessions: [] });
    },
  },
  {
    name: 'a chat created without options gets an id, its id as label, and the type background',
    async run(host) {
      const tab = await host.open();
      const before = Date.now();
      const created = await tab.chat.createSession();
      same({ status: created.status, meta: created.meta }, { status: 'created', meta: null });
      truthy(created.id.length > 0, 'an id');
      const [row] = (await tab.chat.listSessions()).sessions;
      const { created_at, ...rest } = row!;
      same(rest, { id: created.id, label: created.id, type: 'background', meta: null, cwd: null });
      truthy(isTime(created_at), `time with milliseconds: ${created_at}`);
      truthy(Math.abs(Date.parse(created_at) - before) < 60_000, 'the time is now');
    },
  },
  {
    name: 'creating a chat whose id exists changes nothing and answers with the stored meta',
    async run(host) {
      let tab = await host.open();
      await tab.chat.createSession({ id: 'a', label: 'A', type: 'main', meta: { x: 1 } });
      await tab.chat.createMessage('a', text('kept'));
      same(await tab.chat.createSession({ id: 'a', label: 'B', meta: { y: 2 } }), {
        status: 'created',
        id: 'a',
        meta: { x: 1 },
      });
      tab = await reopen(host, tab);
      const { sessions } = await tab.chat.listSessions();
      same(
        sessions.map(({ id, label, type, meta }) => ({ id, label, type, meta })),
        [{ id: 'a', label: 'A', type: 'main', meta: { x: 1 } }],
      );
      same(await contents(tab, 'a'), ['kept']);
    },
  },
  {
    name: 'chats made in the same moment list the newest first',
    async run(host) {
      const tab = await host.open();
      await Promise.all(['c1', 'c2', 'c3', 'c4'].map((id) => tab.chat.createSession({ id })));
      same(await chatIds(tab), ['c4', 'c3', 'c2', 'c1']);
    },
  },
  {
    name: 'message ids rise over all chats and each chat lists its own',
    async run(host) {
      const tab = await host.open();
      const ids: number[] = [];
      for (const [id, content] of [
        ['a', '1'],
        ['b', '2'],
        ['a', '3'],
      ] as const) {
        ids.push((await tab.chat.createMessage(id, text(content))).id);
      }
      truthy(ids[0]! < ids[1]! && ids[1]! < ids[2]!, `ascending ids ${ids}`);
      same(await contents(tab, 'a'), ['1', '3']);
      same(await contents(tab, 'b'), ['2']);
    },
  },
  {
    name: 'a message comes back as its full row',
    async run(host) {
      const tab = await host.open();
      const embeds = { pic: { mime_type: 'image/png', path: 'sha256/none.png', meta: { alt: 'kelp' } } };
      const meta = { model: 'm', nested: { list: [1, null, 'x'] } };
      const { id } = await tab.chat.createMessage('a', {
        actor: 'assistant',
        kind: 'thinking',
        content: '![k](embed://pic)',
        embeds,
        meta,
      });
      const [row] = (await tab.chat.listMessages('a')).messages;
      const { created_at, updated_at, ...rest } = row!;
      same(rest, {
        id,
        session_id: 'a',
        actor: 'assistant',
        kind: 'thinking',
        content: '![k](embed://pic)',
        embeds,
        meta,
      });
      truthy(isTime(created_at) && created_at === updated_at, 'times');
      await tab.chat.createMessage('a', { actor: 'system', kind: 'status', embeds: {}, meta: {} });
      const last = (await tab.chat.listMessages('a')).messages.at(-1)!;
      same([last.content, last.embeds, last.meta], ['', null, null]);
    },
  },
  {
    name: 'since is exclusive, 0 and below mean all, and what is no integer is refused',
    async run(host) {
      const tab = await host.open();
      const ids: number[] = [];
      for (const content of ['1', '2', '3']) ids.push((await tab.chat.createMessage('a', text(content))).id);
      await tab.chat.createMessage('b', text('other'));
      same(await contents(tab, 'a', ids[0]), ['2', '3']);
      same(await contents(tab, 'a', ids[2]), []);
      for (const since of [0, -5, undefined, null])
        same(await contents(tab, 'a', untyped(since)), ['1', '2', '3'], `since ${since}`);
      for (const since of [NaN, 1.5, '1', Infinity]) {
        await refused(() => tab.chat.listMessages('a', untyped({ since })), 'invalid-argument', 'since');
      }
      same(
        (await tab.chat.listMessages('a', { limit: 2 })).messages.map((one) => one.content),
        ['2', '3'],
        'the last two',
      );
      same(
        (await tab.chat.listMessages('a', { limit: 1, before: ids[2] })).messages.map((one) => one.content),
        ['2'],
        'the page before',
      );
    },
  },
  {
    name: 'reading or clearing an unknown chat creates none',
    async run(host) {
      const tab = await host.open();
      same(await tab.chat.listMessages('ghost'), { messages: [] });
      same(await tab.chat.clearMessages('ghost'), { status: 'cleared' });
      same(await tab.chat.removeSession('ghost'), { status: 'deleted' });
      same(await chatIds(tab), []);
    },
  },
  {
    name: 'a message to an unknown chat creates it as main, labelled by its id',
    async run(host) {
      const tab = await host.open();
      await tab.chat.createMessage('new', text('first'));
      const [row] = (await tab.chat.listSessions()).sessions;
      same([row!.id, row!.label, row!.type, row!.meta, row!.cwd], ['new', 'new', 'main', null, null]);
    },
  },
  {
    name: 'a message without actor or kind is refused and creates no chat',
    async run(host) {
      const tab = await host.open();
      for (const options of [{ kind: 'text' }, { actor: 'user' }, {}, null, undefined]) {
        const error = await refused(() => tab.chat.createMessage('a', untyped(options)), 'invalid-argument');
        truthy(error.message.includes('actor and kind are required'), error.message);
      }
      same(await chatIds(tab), []);
    },
  },
  {
    name: 'a wrong actor or kind is refused by name with what is allowed',
    async run(host) {
      const tab = await host.open();
      const actor = await refused(
        () => tab.chat.createMessage('a', untyped({ actor: 'agent', kind: 'text' })),
        'invalid-argument',
        'actor',
      );
      for (const word of ['actor', ...CHAT_ACTORS]) truthy(actor.message.includes(word), `${word} in ${actor.message}`);
      const kind = await refused(
        () => tab.chat.createMessage('a', untyped({ actor: 'user', kind: 'tool_call' })),
        'invalid-argument',
        'kind',
      );
      for (const word of ['kind', ...CHAT_KINDS]) truthy(kind.message.includes(word), `${word} in ${kind.message}`);
      same(await chatIds(tab), []);
    },
  },
  {
    name: 'all eighteen pairs of actor and kind are legal',
    async run(host) {
      const tab = await host.open();
      const pairs = CHAT_ACTORS.flatMap((actor) => CHAT_KINDS.map((kind) => ({ actor, kind })));
      await Promise.all(pairs.map((pair) => tab.chat.createMessage('a', pair)));
      const { messages } = await tab.chat.listMessages('a');
      same(
        messages.map(({ actor, kind }) => ({ actor, kind })),
        pairs,
      );
    },
  },
  {
    name: 'unknown options, odd types and empty ids are refused with their path',
    async run(host) {
      const tab = await host.open();
      const create = (options: unknown) => () => tab.chat.createSession(untyped(options));
      const send = (options: object) => () => tab.chat.createMessage('a', untyped({ ...text('x'), ...options }));
      await refused(create({ id: '' }), 'invalid-argument', 'id');
      await refused(create({ id: 7 }), 'invalid-argument', 'id');
      await refused(create({ label: 7 }), 'invalid-argument', 'label');
      await refused(create({ cwd: '/x' }), 'invalid-argument', 'cwd');
      await refused(create({ meta: [] }), 'invalid-argument', 'meta');
      await refused(create({ meta: new Map() }), 'invalid-argument', 'meta');
      await refused(send({ extra: 1 }), 'invalid-argument', 'extra');
      await refused(send({ content: 7 }), 'invalid-argument', 'content');
      await refused(send({ embeds: { e: { path: 'p' } } }), 'invalid-argument', 'embeds.e.mime_type');
      await refused(
        send({ embeds: { e: { mime_type: 'a/b', path: 'p', url: 'u' } } }),
        'invalid-argument',
        'embeds.e.url',
      );
      await refused(() => tab.chat.removeSession(''), 'invalid-argument', 'session');
      await refused(() => tab.chat.listMessages(untyped(7)), 'invalid-argument', 'session');
      same(await chatIds(tab), []);
    },
  },
  {
    name: 'ids are never given out again: not after clear, not after remove, not after a restart',
    async run(host) {
      let tab = await host.open();
      const send = async () => (await tab.chat.createMessage('a', text('x'))).id;
      const seen = [await send(), await send()];
      await tab.chat.clearMessages('a');
      same((await tab.chat.listSessions()).sessions.length, 1, 'the chat stays');
      seen.push(await send());
      await tab.chat.removeSession('a');
      tab = await reopen(host, tab);
      seen.push(await send());
      for (let n = 1; n < seen.length; n++) truthy(seen[n]! > seen[n - 1]!, `rising ids ${seen}`);
    },
  },
  {
    name: 'clearing keeps label, meta and time; a removed chat starts empty when it is made again',
    async run(host) {
      const tab = await host.open();
      await tab.chat.createSession({ id: 'a', label: 'L', meta: { k: 1 } });
      const [before] = (await tab.chat.listSessions()).sessions;
      await tab.chat.createMessage('a', text('x'));
      same(await tab.chat.clearMessages('a'), { status: 'cleared' });
      same((await tab.chat.listSessions()).sessions, [before]);
      await tab.chat.createMessage('a', text('y'));
      same(await tab.chat.removeSession('a'), { status: 'deleted' });
      await tab.chat.createSession({ id: 'a' });
      same(await contents(tab, 'a'), []);
    },
  },
  {
    name: 'two hundred messages at once from two tabs all arrive with ids of their own',
    async run(host) {
      const tabs = [await host.open(), await host.open()];
      const calls = Array.from({ length: 200 }, (_, n) => tabs[n % 2]!.chat.createMessage(`s${n % 3}`, text(`${n}`)));
      const ids = (await Promise.all(calls)).map((one) => one.id);
      same(new Set(ids).size, 200, 'distinct ids');
      const all = await Promise.all(['s0', 's1', 's2'].map((id) => contents(tabs[0]!, id)));
      same(all.flat().length, 200, 'messages');
    },
  },
  {
    name: 'removing a chat while messages race in leaves no orphan rows',
    async run(host) {
      const [a, b] = [await host.open(), await host.open()];
      await a.chat.createSession({ id: 'x' });
      await Promise.all([
        ...Array.from({ length: 20 }, (_, n) => a.chat.createMessage('x', text(`${n}`))),
        b.chat.removeSession('x'),
      ]);
      await a.chat.removeSession('x');
      await a.chat.createSession({ id: 'x' });
      same(await contents(b, 'x'), []);
    },
  },
  {
    name: 'a hundred calls of which every tenth is bad store ninety rows in call order',
    async run(host) {
      const tab = await host.open();
      const calls = Array.from({ length: 100 }, (_, n) =>
        tab.chat.createMessage('a', n % 10 === 9 ? untyped({ actor: 'user', kind: 'nope' }) : text(`${n}`)),
      );
      const results = await Promise.allSettled(calls);
      same(results.filter((one) => one.status === 'rejected').length, 10, 'refused');
      const { messages } = await tab.chat.listMessages('a');
      same(
        messages.map((one) => one.content),
        Array.from({ length: 100 }, (_, n) => `${n}`).filter((_, n) => n % 10 !== 9),
      );
      same((await contents(tab, 'a', messages[44]!.id)).length, 45, 'since the 45th');
    },
  },
  {
    name: 'meta is plain JSON: dates become strings, undefined goes, the rest is refused with its path',
    async run(host) {
      const tab = await host.open();
      const when = new Date(Date.UTC(2021, 4, 6, 7, 8, 9, 10));
      await tab.chat.createMessage('a', { ...text('x'), meta: { when, gone: undefined, list: [undefined, 1] } });
      const [row] = (await tab.chat.listMessages('a')).messages;
      same(row!.meta, { when: '2021-05-06T07:08:09.010Z', list: [null, 1] });
      const cycle: Record<string, unknown> = { in: {} };
      cycle.in = { back: cycle };
      let deep: unknown = 1;
      for (let n = 0; n < 300; n++) deep = [deep];
      const bad: [unknown, string][] = [
        [{ a: [0, 1, 2, 10n] }, 'meta.a[3]'],
        [{ f: () => 1 }, 'meta.f'],
        [{ s: Symbol('s') }, 'meta.s'],
        [{ n: NaN }, 'meta.n'],
        [{ n: { i: -Infinity } }, 'meta.n.i'],
        [cycle, 'meta.in.back'],
      ];
      for (const [meta, path] of bad)
        await refused(
          () => tab.chat.createMessage('a', { ...text('x'), meta: untyped(meta) }),
          'invalid-argument',
          path,
        );
      await refused(() => tab.chat.createMessage('a', { ...text('x'), meta: { deep } }), 'invalid-argument');
      same(await contents(tab, 'a'), ['x']);
    },
  },
  {
    name: 'a key called __proto__ is data',
    async run(host) {
      let tab = await host.open();
      const meta = JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as Record<string, unknown>;
      const embeds = JSON.parse('{"__proto__":{"mime_type":"a/b","path":"p"}}') as never;
      await tab.chat.createMessage('__proto__', { ...text('x'), meta, embeds });
      tab = await reopen(host, tab);
      const [row] = (await tab.chat.listMessages('__proto__')).messages;
      same(JSON.stringify(row!.meta), JSON.stringify(meta));
      same(JSON.stringify(row!.embeds), JSON.stringify(embeds));
      same(({} as { polluted?: boolean }).polluted, undefined, 'the prototype');
    },
  },
  {
    name: 'any non-empty string is a chat id, and what a call returns is a copy',
    async run(host) {
      const tab = await host.open();
      const ids = ['a/b', '..', '.', 'constructor', ' ', 'k'.repeat(512), '\u00e9', 'e\u0301', 'a\0b'];
      for (const id of ids) await tab.chat.createMessage(id, { ...text(id), meta: { list: [1] } });
      for (const id of ids) same(await contents(tab, id), [id], JSON.stringify(id));
      const [row] = (await tab.chat.listMessages('..')).messages;
      (row!.meta!.list as number[]).push(2);
      same((await tab.chat.listMessages('..')).messages[0]!.meta, { list: [1] });
    },
  },
];
