/** Draws the PNG icons from public/icons/icon.svg. */
import { readFileSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, findChromium } from './chromium.ts';

const svg = readFileSync('public/icons/icon.svg', 'utf8');
/** Without the rounded corners: systems that cut icons to their own shape want the ground to reach the edge. */
const square = svg.replace(/ rx="\d+"/, '');
/** The glyph within the middle circle of 80 %, which every such shape leaves whole. */
const maskable = square
  .replace('viewBox="0 0 512 512"', 'viewBox="-64 -64 640 640"')
  .replace('width="512" height="512"', 'x="-64" y="-64" width="640" height="640"');

const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
try {
  const page = await browser.newPage();
  await draw(page, svg, 192, 'icon-192.png');
  await draw(page, svg, 512, 'icon-512.png');
  await draw(page, maskable, 512, 'maskable-512.png');
  await draw(page, square, 180, 'apple-touch-icon.png');
} finally {
  await browser.close();
}

async function draw(page: Page, source: string, size: number, file: string): Promise<void> {
  await page.setViewportSize({ width: size, height: size });
  const image = `data:image/svg+xml;base64,${Buffer.from(source).toString('base64')}`;
  await page.setContent(`<body style="margin:0"><img src="${image}" width="${size}" height="${size}">`);
  await page.locator('img').evaluate((element: HTMLImageElement) => element.decode());
  await page.screenshot({ path: `public/icons/${file}`, omitBackground: true });
}
