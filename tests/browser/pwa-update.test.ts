import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { build } from '../../scripts/build.ts';
import { serve, type Served } from '../../scripts/serve.ts';
import { expectRunning, openControlled, serveDist, versionOf } from './support/app.ts';
import { allLoad, lazyScripts, storedLazyFiles } from './support/lazy-files.ts';
import { launch, type Launched } from './support/launch.ts';

let browser: Launched;
let server: Served;
let next: string;

beforeAll(async () => {
  next = await mkdtemp(join(tmpdir(), 'holdfast-next-'));
  build(next, 'next');
});
afterAll(() => rm(next, { recursive: true, force: true }));
beforeEach(async () => {
  browser = await launch();
  server = await serveDist();
});
afterEach(async () => {
  await browser.close();
  await server.close();
});

test('a new version waits until one tab takes it, then every tab runs it with its draft and its parts kept', async () => {
  const tabs = [await openControlled(browser.context, server.url), await openControlled(browser.context, server.url)];
  const [first, second] = tabs as [Page, Page];
  const versionBefore = await versionOf(first);
  expect(versionBefore).not.toBe('next');
  for (const tab of tabs) await tab.evaluate(() => Object.assign(window, { loadedBefore: true }));
  const lazy = await storedLazyFiles(first);
  // The host has the new version and nothing of the old one.
  await server.close();
  for (const file of await lazyScripts(next)) await rm(join(next, 'assets', file));
  server = await serve({ dir: next, port: server.port });
  await first.evaluate(async () => (await navigator.serviceWorker.ready).update());
  for (const tab of tabs) await updateButton(tab).waitFor();
  // Neither was reloaded, both still have their parts, and a reload by hand does not take the update either.
  for (const tab of tabs) expect(await tab.evaluate(() => 'loadedBefore' in window)).toBe(true);
  expect(await allLoad(first, lazy)).toBe(true);
  await second.reload();
  await updateButton(second).waitFor();
  expect(await versionOf(second)).toBe(versionBefore);

  await draft(second).fill('Not sent yet');
  const reloads = new Map(tabs.map((tab) => [tab, 0]));
  for (const tab of tabs) tab.on('load', () => reloads.set(tab, (reloads.get(tab) ?? 0) + 1));
  await updateButton(first).click();
  for (const tab of tabs) {
    await tab.waitForFunction(() => document.querySelector('meta[name=version]')?.getAttribute('content') === 'next');
    await expectRunning(tab);
    expect(await updateButton(tab).count()).toBe(0);
  }
  expect([...reloads.values()]).toEqual([1, 1]);
  await expect.poll(() => draft(second).inputValue()).toBe('Not sent yet');

  await server.close();
  await first.reload();
  await expectRunning(first);
  expect(await versionOf(first)).toBe('next');
});

test('a version that is only half uploaded is not taken', async () => {
  const page = await openControlled(browser.context, server.url);
  await server.close();
  // The new service worker is there, the page is one of a build whose scripts the host no longer has.
  const html = await readFile(join(next, 'index.html'), 'utf8');
  await writeFile(join(next, 'index.html'), html.replace(/assets\/index-[\w-]+\.js/, 'assets/index-older000.js'));
  server = await serve({ dir: next, port: server.port });
  expect(await outcomeOfUpdate(page)).toBe('redundant');

  await writeFile(join(next, 'index.html'), html);
  expect(await outcomeOfUpdate(page)).toBe('installed');
});

/** Looks for a new version and returns the state that its service worker ends in: `installed`, or `redundant` if refused. */
function outcomeOfUpdate(page: Page): Promise<ServiceWorkerState | undefined> {
  return page.evaluate(async () => {
    const { installing } = await (await navigator.serviceWorker.ready).update();
    while (installing?.state === 'installing') {
      await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }));
    }
    return installing?.state;
  });
}

function draft(page: Page) {
  return page.getByRole('textbox', { name: 'Message' });
}

function updateButton(page: Page) {
  return page.getByRole('button', { name: /update/i });
}
