/** Runs every suite, then says on the last line how many tests passed and failed. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { build } from './build.ts';
import { ensureChromium } from './chromium.ts';

let passed = 0;
let failed = 0;

vitest('unit', []);
step('Chromium', ensureChromium);
step('Build', () => build());
step('Size of the first load', () => run('node_modules/size-limit/bin.js', []));
vitest('browser', ['--config', 'tests/browser/support/vitest.config.ts']);

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** Something that is not a test but must succeed; counts only when it fails. */
function step(name: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    failed++;
  }
}

function vitest(suite: string, args: string[]): void {
  const report = `.cache/${suite}.json`;
  rmSync(report, { force: true });
  const failedBefore = failed;
  step(`Suite ${suite}`, () => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const status = exitCode('node_modules/vitest/vitest.mjs', ['run', ...args, ...reporters]);
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    passed += numPassedTests;
    failed += numFailedTests;
    // A file that does not load, or an error outside of tests, fails the run without failing a test.
    if (status !== 0 && failed === failedBefore) throw new Error(`vitest ended with exit code ${status}`);
  });
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
}

function run(script: string, args: string[]): void {
  const status = exitCode(script, args);
  if (status !== 0) throw new Error(`${script} ended with exit code ${status}`);
}

function exitCode(script: string, args: string[]): number {
  return spawnSync(process.execPath, [script, ...args], { stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1;
}
