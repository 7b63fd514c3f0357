import { afterEach, describe, expect, test, vi } from 'vitest';
import { createOpenAi } from '../../src/agents/openai';
import { listModels } from '../../src/agents/openai-models';
import { startFakeOpenAi, type FakeOpenAi } from '../support/fake-openai';
import { takeTurn } from './turn';

const PAGE = 'https://chat.example';
let server: FakeOpenAi | undefined;
afterEach(async () => {
  vi.unstubAllGlobals();
  await server?.close();
  server = undefined;
});

/** What a browser does: withholds answers without CORS headers, and gives the same `TypeError` for everything. */
const browserFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (init?.mode !== 'no-cors' && !response.headers.has('Access-Control-Allow-Origin')) {
    await response.body?.cancel();
    throw new TypeError('Failed to fetch');
  }
  return response;
};

/** No network at all; `seen` collects the addresses that were tried. */
function nothing(seen: string[] = []): typeof fetch {
  return async (input) => {
    seen.push(String(input));
    throw new TypeError('Failed to fetch');
  };
}

/** Everything answers, but nothing may be read. */
const closedToPages: typeof fetch = async (_, init) => {
  if (init?.mode !== 'no-cors') throw new TypeError('Failed to fetch');
  return new Response();
};

async function failure(address: string, fetch: typeof globalThis.fetch, pageOrigin: string | undefined = PAGE) {
  return (await takeTurn(createOpenAi({ address, model: 'fake-1', key: 'sk-1' }, { fetch, pageOrigin }), 'Hi')).error;
}

/** The browser's answer about local addresses; names it does not know are a `TypeError`, as in older versions. */
function permission(states: Record<string, PermissionState>) {
  const query = async ({ name }: { name: string }) => {
    if (!states[name]) throw new TypeError('unknown name');
    return { state: states[name] };
  };
  vi.stubGlobal('navigator', { permissions: { query } });
}

test('a server without CORS headers is told from one that does not run, and the page that it must allow is named', async () => {
  server = await startFakeOpenAi({ cors: false });
  const error = await failure(server.origin, browserFetch);
  expect(error?.code).toBe('cors');
  expect(error?.message).toContain(PAGE);
  const probe = server.requests.at(-1);
  expect(probe?.headers.authorization).toBeUndefined();
});

test('a server that does not run is said not to run', async () => {
  const gone = await startFakeOpenAi();
  await gone.close();
  expect((await failure(gone.origin, browserFetch))?.code).toBe('not-running');
  expect((await failure(gone.origin, browserFetch, undefined))?.code).toBe('not-running');
  await expect(listModels({ address: gone.origin })).rejects.toMatchObject({ code: 'not-running' });
});

test.each([
  ['localhost:11434', `OLLAMA_ORIGINS=${PAGE}`],
  ['localhost:1234', 'lms server start --cors'],
  ['localhost:8000', '--allowed-origins'],
  ['localhost:8080', `Allow the origin ${PAGE}`],
])('for %s the setting that allows the page is named', async (address, setting) => {
  expect((await failure(address, closedToPages))?.message).toContain(setting);
});

describe('a secure page', () => {
  test('cannot use plain http elsewhere, which is found out without another request', async () => {
    const seen: string[] = [];
    expect((await failure('http://model.example', nothing(seen)))?.code).toBe('mixed-content');
    expect((await failure('http://192.168.1.20:8080', nothing()))?.code).toBe('mixed-content');
    expect(seen).toHaveLength(1);
  });

  test('may use plain http on this device, and https anywhere', async () => {
    expect((await failure('http://localhost:8080', nothing()))?.code).toBe('not-running');
    expect((await failure('https://model.example', nothing()))?.code).toBe('not-running');
    expect((await failure('http://model.example', nothing(), 'http://localhost:5173'))?.code).toBe('not-running');
  });
});

describe('where the browser asks before a page may reach the local network', () => {
  test.each([
    ['http://localhost:8080', { 'local-network-access': 'denied' }],
    ['http://localhost:8080', { 'loopback-network': 'denied', 'local-network-access': 'granted' }],
    ['http://192.168.1.20:8080', { 'local-network': 'denied' }],
  ] as const)('a refusal for %s is named (%j)', async (address, states) => {
    permission(states);
    expect((await failure(address, nothing()))?.code).toBe('local-network');
  });

  test('with leave given, it is the server that does not run', async () => {
    permission({ 'local-network-access': 'granted' });
    expect((await failure('http://192.168.1.20:8080', nothing()))?.code).toBe('not-running');
  });

  test('with the question still open, both are named', async () => {
    permission({ 'local-network-access': 'prompt' });
    const error = await failure('http://localhost:8080', nothing());
    expect(error?.message).toMatch(/Nothing answers .* or the browser .* local network/);
  });

  test('leave does not matter to a page that is local itself, or for a public server', async () => {
    permission({ 'local-network-access': 'denied' });
    expect((await failure('http://localhost:8080', nothing(), 'http://localhost:5173'))?.code).toBe('not-running');
    expect((await failure('https://model.example', nothing()))?.code).toBe('not-running');
  });
});

test('offline is named for a server elsewhere, and not blamed for one on this device', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect((await failure('https://model.example', nothing()))?.code).toBe('unreachable');
  expect((await failure('http://localhost:8080', nothing()))?.code).toBe('not-running');
});

test('Stop while the reason is being looked for is a stop', async () => {
  const stop = new AbortController();
  const fetch: typeof globalThis.fetch = async (_, init) => {
    if (init?.mode === 'no-cors') stop.abort();
    throw new TypeError('Failed to fetch');
  };
  const agent = createOpenAi({ address: 'localhost:8080', model: 'm' }, { fetch });
  expect((await takeTurn(agent, 'Hi', { signal: stop.signal })).stopReason).toBe('cancelled');
});
