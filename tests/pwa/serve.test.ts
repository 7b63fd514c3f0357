import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serve, type Served } from '../../scripts/serve.ts';

let root: string;
let server: Served;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'holdfast-serve-'));
  await mkdir(join(root, 'dist/assets'), { recursive: true });
  await writeFile(join(root, 'secret.txt'), 'secret');
  await writeFile(join(root, 'dist/index.html'), 'the page');
  await writeFile(join(root, 'dist/assets/index-Ab3_-x9z.js'), 'the script');
  await writeFile(join(root, 'dist/manifest.webmanifest'), '{}');
  server = await serve({ dir: join(root, 'dist'), port: 0 });
});
afterEach(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

test('every file comes with its type, and only names that change with their content are kept by the browser', async () => {
  const page = await fetch(server.url);
  expect(await page.text()).toBe('the page');
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('cache-control')).toBe('no-cache');

  const script = await fetch(`${server.url}assets/index-Ab3_-x9z.js`);
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(script.headers.get('cache-control')).toContain('immutable');

  const manifest = await fetch(`${server.url}manifest.webmanifest`);
  expect(manifest.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
});

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/..%5csecret.txt',
  '/%00',
  '/%',
])('nothing outside of the directory can be read: %s', async (path) => {
  const { status, body } = await rawGet(path);
  expect(status).toBe(404);
  expect(body).not.toContain('secret');
});

test('an address inside the app leads to the app, a missing file does not', async () => {
  const navigation = await fetch(`${server.url}some/place?q=1`, {
    headers: { accept: 'text/html' },
    redirect: 'manual',
  });
  expect([navigation.status, navigation.headers.get('location')]).toEqual([302, '/?q=1']);
  expect((await fetch(`${server.url}assets/gone.js`)).status).toBe(404);
  expect((await fetch(server.url, { method: 'POST' })).status).toBe(405);
});

test('the app can be mounted under a path, and nothing is served beside it', async () => {
  const mounted = await serve({ dir: join(root, 'dist'), port: 0, base: '/some/path/' });
  try {
    expect(await (await fetch(mounted.url)).text()).toBe('the page');
    expect((await fetch(new URL('/', mounted.url), { headers: { accept: 'text/html' } })).status).toBe(404);
  } finally {
    await mounted.close();
  }
});

test('a taken port is refused, and closing ends connections that a browser keeps open', async () => {
  await expect(serve({ dir: root, port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await fetch(server.url); // leaves a connection open
  await server.close();
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
});

/** Sends the path as it is: `fetch` would resolve the dots first. */
function rawGet(path: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: server.port, path }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode, body }));
    })
      .on('error', reject)
      .end();
  });
}
