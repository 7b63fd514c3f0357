import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ServeOptions, Served } from '../../scripts/serve.ts';
import { expectRunning, openControlled, serveDist } from './support/app.ts';
import { allLoad, storedLazyFiles } from './support/lazy-files.ts';
import { launch, type Launched } from './support/launch.ts';

let browser: Launched;
let server: Served;

beforeEach(async () => {
  browser = await launch();
});
afterEach(async () => {
  await browser.close();
  await server.close();
});

const hosts: [string, Partial<ServeOptions>][] = [
  ['at the root of a host', {}],
  ['under a path of a host', { base: '/some/path/' }],
  ['on a host that sends Vary', { headers: { Vary: 'Origin, Accept, User-Agent' } }],
];

describe.each(hosts)('after one visit %s, with the host gone', (_, options) => {
  test('a reload, a deep link, an unknown address and a restarted browser all open the app', async () => {
    server = await serveDist(options);
    const page = await openControlled(browser.context, server.url);
    await server.close();
    await expect(page.request.get(server.url)).rejects.toThrow('ECONNREFUSED');

    await page.reload();
    await expectRunning(page);

    await page.goto(`${server.url}?new`);
    await expectRunning(page);
    expect(page.url()).toBe(server.url);

    await page.goto(`${server.url}an/unknown/address?q=1`);
    await expectRunning(page);
    expect(page.url()).toBe(`${server.url}?q=1`);

    await page.goto(`${server.url}unknown.html`);
    await expectRunning(page);

    const restarted = await (await browser.relaunch()).newPage();
    await restarted.goto(server.url);
    await expectRunning(restarted);
  });
});

test('the parts that load later are kept too: with the host gone, all of them load', async () => {
  server = await serveDist({ headers: { Vary: 'Origin, Accept' } });
  const page = await openControlled(browser.context, server.url);
  const later = await storedLazyFiles(page);
  await server.close();
  expect(await allLoad(page, later)).toBe(true);
});

test("a page of the host's own beside the app is the host's", async () => {
  server = await serveDist({ overlay: 'tests/browser/support/host-pages' });
  const page = await openControlled(browser.context, server.url);
  await page.goto(`${server.url}other.html`);
  expect(await page.title()).toBe('A page of the host');
});
