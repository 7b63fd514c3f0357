import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openControlled, serveDist } from './support/app.ts';
import { launch, type Launched } from './support/launch.ts';
import type { Served } from '../../scripts/serve.ts';

let browser: Launched;
let server: Served;

beforeAll(async () => {
  browser = await launch();
  server = await serveDist();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

describe('a first visit', () => {
  test('can be installed: the browser finds no fault in the manifest or the app', async () => {
    const page = await openControlled(browser.context, server.url);
    const devtools = await browser.context.newCDPSession(page);
    const manifest = await devtools.send('Page.getAppManifest');
    expect(manifest.errors).toEqual([]);
    expect(JSON.parse(manifest.data ?? '')).toMatchObject({ name: 'Holdfast', display: 'standalone' });
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
  });

  test('finds every icon and shortcut that the manifest names', async () => {
    const page = await openControlled(browser.context, server.url);
    const broken = await page.evaluate(async () => {
      const { href } = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!;
      const manifest = (await (await fetch(href)).json()) as Manifest;
      const images = [...manifest.icons, ...(manifest.screenshots ?? [])].map(async ({ src, sizes }) => {
        const image = new Image();
        image.src = new URL(src, href).href;
        await image.decode();
        return sizes === 'any' || sizes === `${image.naturalWidth}x${image.naturalHeight}` ? null : src;
      });
      return (await Promise.all(images)).filter((src) => src !== null);
    });
    expect(broken).toEqual([]);
  });

  test('asks no other origin for anything', async () => {
    const context = await launch();
    try {
      const origins = new Set<string>();
      context.context.on('request', (request) => origins.add(new URL(request.url()).origin));
      await openControlled(context.context, server.url);
      expect([...origins]).toEqual([new URL(server.url).origin]);
    } finally {
      await context.close();
    }
  });

  test('breaks none of its own security policy, which refuses text as HTML, foreign and inline scripts', async () => {
    const page = await browser.context.newPage();
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { violations: seen });
      document.addEventListener('securitypolicyviolation', (event) => seen.push(event.violatedDirective));
    });
    await page.goto(server.url);
    await page.waitForFunction(() => (document.querySelector('#app')?.childElementCount ?? 0) > 0);
    const violations = () => page.evaluate(() => (window as unknown as { violations: string[] }).violations);
    expect(await violations()).toEqual([]);

    const refused = await page.evaluate(() => {
      const attempts: (() => unknown)[] = [
        () => (document.createElement('div').innerHTML = '<b>text</b>'),
        () => document.createElement('script').setAttribute('src', 'https://example.org/x.js'),
        () => new Worker('https://example.org/worker.js'),
        () => (document.createElement('script').textContent = 'alert(1)'),
      ];
      return attempts.map((attempt) => {
        try {
          attempt();
          return 'allowed';
        } catch {
          return 'refused';
        }
      });
    });
    expect(refused).toEqual(['refused', 'refused', 'refused', 'refused']);
  });
});

interface Manifest {
  icons: { src: string; sizes: string }[];
  screenshots?: { src: string; sizes: string }[];
}
