import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

test('npm start says where the app runs, gives way to a taken port, and ends at once on Ctrl+C', async () => {
  const first = await start();
  const second = await start();
  expect(second.url).not.toBe(first.url);
  for (const { url, child } of [first, second]) {
    expect(await (await fetch(url)).text()).toContain('<title>Holdfast</title>');
    child.kill('SIGINT'); // while the connection of `fetch` is still open
    expect(await once(child, 'exit')).toEqual([0, null]);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  }
});

async function start(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface(child.stdout)) {
    const url = /^Holdfast runs at (http:\/\/127\.0\.0\.1:\d+\/)$/.exec(line)?.[1];
    if (url !== undefined) return { url, child };
  }
  throw new Error('npm start ended without saying where the app runs');
}
