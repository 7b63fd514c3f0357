import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { build } from 'vite';
import { buildIfStale } from '../scripts/build.ts';
import { CHROMIUM_ARGS, ensureChromium } from '../scripts/chromium.ts';
import { serve } from '../scripts/serve.ts';
import { writtenBytes } from './disk.ts';
import type { Measured, SideName, Work } from './in-page.ts';

/** One promise: the app's figure divided by the yardstick's, both medians of one run, must stay within the limit. */
interface Row {
  name: string;
  app: number;
  raw: number;
  unit: string;
  ratio: number;
  limit: number;
  longestTaskMs: number;
}

const REPETITIONS = 5;
const LONGEST_TASK_LIMIT_MS = 50;
const rows: Row[] = [];

buildIfStale();
const overlay = await mkdtemp(join(tmpdir(), 'holdfast-bench-page-'));
const profile = await mkdtemp(join(tmpdir(), 'holdfast-bench-profile-'));
await bundle('bench/raw-worker.ts', 'raw-worker.js');
await bundle('bench/in-page.ts', 'in-page.js');
await writeFile(
  join(overlay, 'bench.html'),
  '<!doctype html><title>Bench</title><script type="module" src="client.js"></script><script type="module" src="in-page.js"></script>',
);
const served = await serve({ dir: 'dist', port: 0, overlay });
const context: BrowserContext = await chromium.launchPersistentContext(profile, {
  executablePath: ensureChromium(),
  args: CHROMIUM_ARGS,
});
let page: Page = await openPage();

// The stream comes first: what it writes is counted, and a store that was just filled is still being tidied up.
const parts = { stream, loads, saves, messages, listing, deletions };
const wanted = process.argv.slice(2);
try {
  for (const [name, part] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await part();
} finally {
  await context.close();
  await served.close();
  await rm(overlay, { recursive: true });
  await rm(profile, { recursive: true, maxRetries: 5 });
}
await report();

async function loads(): Promise<void> {
  const size = { from: 0, to: 1000, messages: 40, projectId: 'p' };
  for (const side of ['app', 'raw'] as const) await run('populate', side, size);
  const whole = await alternate(async (side) => {
    await reload();
    await run('warm', side);
    return run('loadAll', side, 1000);
  });
  add('load 1 000 sessions of 40 messages', whole, 1.0);
  const heads: Measured[] = [];
  for (let n = 0; n < REPETITIONS; n++) {
    await reload();
    await run('warm', 'app');
    heads.push(await run('heads', 'app', 1000));
  }
  add('heads of 1 000 sessions, to that load', { app: heads, raw: whole.raw }, 0.15);
}

async function saves(): Promise<void> {
  add(
    'save a session of 40 messages',
    await alternate((side) => run('saveSession', side, { messages: 40, saves: 60 })),
    2,
  );
  add(
    'save one of 2 000 messages, one changed',
    await alternate((side) => run('saveSession', side, { messages: 2000, saves: 15 })),
    0.3,
  );
}

async function stream(): Promise<void> {
  const written: number[] = [];
  const longest: number[] = [];
  for (let n = 0; n < REPETITIONS; n++) {
    await new Promise((resolve) => setTimeout(resolve, 1500)); // the writes of the work before
    const before = await writtenBytes(profile);
    longest.push((await run('stream', 'app', { messages: 40, tokens: 2000, tokensPerSecond: 500 })).longestTaskMs);
    await new Promise((resolve) => setTimeout(resolve, 500));
    written.push((await writtenBytes(profile)) - before);
    await run('deleteProject', 'app', 'stream');
  }
  const megabytes = median(written) / 1e6;
  const longestTaskMs = Math.max(...longest);
  rows.push({
    name: 'stream 2 000 tokens into 40 messages',
    app: megabytes,
    raw: 1,
    unit: 'MB',
    ratio: megabytes,
    limit: 1,
    longestTaskMs,
  });
  console.log(line(rows.at(-1)!));
}

async function messages(): Promise<void> {
  let round = 0;
  const unawaited = await alternate((side) =>
    run('createMessages', side, { count: 10_000, name: `u${side}${round++}` }),
  );
  add('create 10 000 messages, not awaited, each', unawaited, 0.15);
  const awaited = await alternate((side) => run('createAwaited', side, { count: 1000, name: `a${side}${round++}` }));
  add('create 1 000 messages, awaited, each', awaited, 2);
}

async function listing(): Promise<void> {
  const last = {
    app: await run('fill', 'app', { session: 'long', count: 100_000 }),
    raw: await run('fill', 'raw', { session: 'long', count: 100_000 }),
  };
  const listed = await alternate((side) => run('listLast', side, { session: 'long', last: last[side], times: 200 }));
  add('list the last 50 of 100 000 messages', listed, 1.5);
}

async function deletions(): Promise<void> {
  let round = 0;
  const deleted = await alternate(async (side) => {
    const projectId = `gone${round++}`;
    await run('populate', side, { from: 0, to: 500, messages: 40, projectId });
    await new Promise((resolve) => setTimeout(resolve, 500));
    return run('deleteProject', side, projectId);
  });
  add('delete a project of 500 sessions', deleted, 2);
}

/** Both sides in turn, the order swapped each time, so that a slow moment of the machine hits both. */
async function alternate(measure: (side: SideName) => Promise<Measured>): Promise<Record<SideName, Measured[]>> {
  const results: Record<SideName, Measured[]> = { app: [], raw: [] };
  for (let n = 0; n < REPETITIONS; n++) {
    for (const side of n % 2 ? (['raw', 'app'] as const) : (['app', 'raw'] as const))
      results[side].push(await measure(side));
  }
  return results;
}

function add(name: string, { app, raw }: Record<SideName, Measured[]>, limit: number): void {
  const [ours, theirs] = [median(app.map((one) => one.ms)), median(raw.map((one) => one.ms))];
  const longestTaskMs = Math.max(...app.map((one) => one.longestTaskMs));
  rows.push({ name, app: ours, raw: theirs, unit: 'ms', ratio: ours / theirs, limit, longestTaskMs });
  console.log(line(rows.at(-1)!));
}

async function run<Name extends keyof Work>(
  name: Name,
  ...args: Parameters<Work[Name]>
): Promise<Awaited<ReturnType<Work[Name]>>> {
  const call = ([name, args]: [string, unknown[]]) =>
    (window.work as unknown as Record<string, (...args: unknown[]) => unknown>)[name]!(...args);
  return (await page.evaluate(call, [name, args] as [string, unknown[]])) as Awaited<ReturnType<Work[Name]>>;
}

async function openPage(): Promise<Page> {
  const opened = await context.newPage();
  await opened.goto(new URL('bench.html', served.url).href);
  await opened.waitForFunction(() => 'work' in window);
  return opened;
}

async function reload(): Promise<void> {
  await page.close();
  page = await openPage();
}

async function bundle(entry: string, fileName: string): Promise<void> {
  const lib = { entry, formats: ['iife' as const], name: 'bench', fileName: () => fileName };
  await mkdir(overlay, { recursive: true });
  await build({
    configFile: false,
    logLevel: 'silent',
    build: { lib, outDir: overlay, emptyOutDir: false, minify: false },
  });
}

async function report(): Promise<void> {
  const failed = rows.filter((row) => row.ratio > row.limit || row.longestTaskMs > LONGEST_TASK_LIMIT_MS);
  const chromiumVersion = context.browser()?.version() ?? 'unknown';
  console.log(`\n${rows.map(line).join('\n')}\n`);
  const measured = { date: new Date().toISOString(), chromium: chromiumVersion, repetitions: REPETITIONS };
  const others = (await lastResults()).filter((other) => !rows.some((row) => row.name === other.name));
  const result = [...others, ...rows.map((row) => ({ ...row, ...measured }))];
  await writeFile('bench/results.json', `${JSON.stringify(result, null, 2)}\n`);
  console.log(
    failed.length === 0
      ? 'Every figure is within its limit.'
      : `Over the limit: ${failed.map((row) => row.name).join('; ')}`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/** What was measured before; the parts that ran now take their rows' places. */
async function lastResults(): Promise<Row[]> {
  try {
    return JSON.parse(await readFile('bench/results.json', 'utf8')) as Row[];
  } catch {
    return [];
  }
}

function line({ name, app, raw, unit, ratio, limit, longestTaskMs }: Row): string {
  const task = longestTaskMs > 0 ? `${longestTaskMs.toFixed(0)} ms` : 'under 50 ms';
  const figures = unit === 'MB' ? `${app.toFixed(2)} MB` : `${app.toFixed(3)} ms to ${raw.toFixed(3)} ms`;
  return `${name.padEnd(44)} ${figures.padEnd(28)} ratio ${ratio.toFixed(3)} (limit ${limit})  longest task ${task}`;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}
