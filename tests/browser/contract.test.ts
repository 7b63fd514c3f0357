import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_ARGS, findChromium } from '../../scripts/chromium.ts';
import type { Served } from '../../scripts/serve.ts';
import { suites } from '../contract/suites';
import { serveDist } from './support/app';

let browser: Browser;
let served: Served;
let suiteScript: string;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  served = await serveDist({ overlay: 'tests/browser/support/host-pages' });
  suiteScript = await bundle('tests/browser/support/contract-in-page.ts');
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

describe.each(suites)('$name, in a page of another developer in Chromium', ({ name: suite, cases }) => {
  test.each(cases)('$name', async ({ name }) => {
    const context: BrowserContext = await browser.newContext();
    const page = await context.newPage();
    await page.goto(new URL('other.html', served.url).href);
    await page.evaluate(suiteScript);
    const outcome = await page.evaluate(([suite, name]) => window.runCase(suite, name), [suite, name] as const);
    await context.close();
    expect(outcome).toBe('kept');
  });
});

/** One script that runs in any page, since the suite is to run where the APIs are. */
async function bundle(entry: string): Promise<string> {
  const lib = { entry, formats: ['iife' as const], name: 'contract' };
  const result = await build({ configFile: false, logLevel: 'silent', build: { lib, write: false, minify: false } });
  const [output] = result as Rolldown.RolldownOutput[];
  return output!.output[0].code;
}
