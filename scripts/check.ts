/** Format, lint, types, unused code and unit tests, side by side; the output of each is shown when it ends. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const CHECKS: [name: string, script: string, ...args: string[]][] = [
  ['unit tests', 'node_modules/vitest/vitest.mjs', 'run', '--reporter=dot'],
  ['eslint', 'node_modules/eslint/bin/eslint.js', '--max-warnings=0', '--cache', '--cache-location=.cache/eslint', '.'],
  [
    'svelte-check',
    'node_modules/svelte-check/bin/svelte-check',
    '--incremental',
    '--fail-on-warnings',
    '--output=human',
  ],
  ['prettier', 'node_modules/prettier/bin/prettier.cjs', '--check', '--cache', '--cache-location=.cache/prettier', '.'],
  ['knip', 'node_modules/knip/bin/knip.js'],
];

const waiting = [...CHECKS];
let failures = 0;
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
process.exitCode = failures > 0 ? 1 : 0;

async function work(): Promise<void> {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const [name, ...command] = check;
    const startedAt = Date.now();
    const { code, output } = await run(command);
    if (code !== 0) failures++;
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)${code === 0 ? '' : `\n${output}`}`);
  }
}

function run(command: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
