import { readFile, readdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The addresses of the build's lazy scripts, once the service worker has stored them all. */
export async function storedLazyFiles(page: Page): Promise<string[]> {
  const files = (await lazyScripts('dist')).map((file) => new URL(`assets/${file}`, page.url()).href);
  expect(files.length).toBeGreaterThan(0);
  const allStored = () =>
    page.evaluate(async (urls) => {
      const matches = await Promise.all(urls.map((url) => caches.match(url, { ignoreVary: true })));
      return matches.every((match) => match !== undefined);
    }, files);
  await expect.poll(allStored, { timeout: 60_000 }).toBe(true);
  return files;
}

/** The names in assets/ of the scripts that the page does not start with. */
export async function lazyScripts(dir: string): Promise<string[]> {
  const html = await readFile(`${dir}/index.html`, 'utf8');
  const files = await readdir(`${dir}/assets`);
  return files.filter((file) => file.endsWith('.js') && !file.startsWith('database-') && !html.includes(file));
}

/** Whether the page can have every one of these files now. */
export function allLoad(page: Page, urls: string[]): Promise<boolean> {
  return page.evaluate(async (all) => {
    const responses = await Promise.all(all.map((url) => fetch(url).catch(() => null)));
    return responses.every((response) => response?.ok);
  }, urls);
}
