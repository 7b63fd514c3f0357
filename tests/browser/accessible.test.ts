import { source as axe } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Served } from '../../scripts/serve.ts';
import { serveDist } from './support/app.ts';
import { log, message, send, stopped } from './support/chat.ts';
import { launch, type Launched } from './support/launch.ts';

let browser: Launched;
let served: Served;

beforeAll(async () => {
  served = await serveDist();
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  await served.close();
});

/** What axe finds wrong, as rule and element. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
  });
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}

const looks = [
  { width: 1280, height: 800, colorScheme: 'light' as const },
  { width: 1280, height: 800, colorScheme: 'dark' as const },
  { width: 390, height: 844, colorScheme: 'light' as const },
  { width: 320, height: 640, colorScheme: 'dark' as const },
];

describe.each(looks)('at $width pixels, $colorScheme', ({ width, height, colorScheme }) => {
  test('no place of the app breaks an accessibility rule or overflows sideways', async () => {
    const page = await browser.context.newPage();
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    const clean = async (place: string) => {
      expect(await violations(page), place).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${place}: sideways overflow`).toBeLessThanOrEqual(0);
    };
    await page.goto(`${served.url}?new`);
    await message(page).waitFor();
    await page.getByRole('status').filter({ hasText: /./ }).waitFor();
    await clean('a new conversation');

    await send(page, '/demo');
    const reject = page.getByRole('button', { name: 'Reject', exact: true });
    await reject.waitFor();
    await clean('a permission request');
    await reject.click();
    await stopped(page);
    for (const fold of await log(page).locator('details > summary').all()) await fold.click();
    await clean('a conversation with everything unfolded');

    if (width < 760) await page.getByRole('button', { name: 'Open sidebar' }).click();
    await page.getByRole('list', { name: 'Conversations' }).waitFor();
    await clean('the list of conversations');
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('button', { name: 'Add agent', exact: true }).waitFor();
    await clean('settings');
    await page.getByRole('button', { name: 'Add agent', exact: true }).click();
    await page.getByRole('button', { name: 'OpenAI-compatible' }).click();
    await clean('the form of an agent');
    await page.close();
  });
});

test('a reply is announced sentence by sentence, and then the announcement goes', async () => {
  const page = await browser.context.newPage();
  await page.goto(`${served.url}?new`);
  const said = page.locator('[aria-live="polite"]');
  await send(page, '2 + 40');
  await expect.poll(async () => (await said.allTextContents()).join(' ')).toContain('42');
  await stopped(page);
  expect(await log(page).getAttribute('aria-live')).toBe('off');
  await expect.poll(async () => (await said.allTextContents()).join(' '), { timeout: 15_000 }).not.toContain('42');
});
