import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { serve, type ServeOptions, type Served } from '../../../scripts/serve.ts';
import type {} from '../../../src/client/install.ts';

/** Serves the built app on a free port. The browser's own cache is kept out, as it would hide what is not stored. */
export function serveDist({ headers, ...options }: Partial<ServeOptions> = {}): Promise<Served> {
  return serve({ dir: 'dist', port: 0, headers: { 'Cache-Control': 'no-store', ...headers }, ...options });
}

/** Opens the app in a new tab and waits until it could start without a network. */
export async function openControlled(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await expectRunning(page);
  return page;
}

/** The page shows the app, and its storage answers. */
export async function expectRunning(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('#app')?.childElementCount ?? 0) > 0);
  expect(await page.title()).toContain('Holdfast');
  const loaded = await page.evaluate(() => window.api.sessions.loadAll());
  expect(loaded.sessions).toBeInstanceOf(Array);
}

/** The version of the build that the page came from. */
export function versionOf(page: Page): Promise<string | null> {
  return page.locator('meta[name="version"]').getAttribute('content');
}
