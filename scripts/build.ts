import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Builds the app to `outDir`. Throws when the build fails; its own output says why. */
export function build(outDir = 'dist', version?: string): void {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', outDir, '--emptyOutDir'],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      // Anything else, such as Vitest's `test`, would build the libraries' development halves.
      env: { ...process.env, NODE_ENV: 'production', ...(version !== undefined && { APP_VERSION: version }) },
    },
  );
  if (status !== 0) throw new Error(`The build failed with exit code ${String(status)}`);
  writeFileSync(join(outDir, STAMP), inputsHash());
}

/** Builds to dist unless dist was built from what is here now. */
export function buildIfStale(): void {
  const stamp = join('dist', STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputsHash()) return;
  build();
}

const STAMP = '.inputs';
const INPUTS = ['src', 'public', 'scripts/vite', 'index.html', 'vite.config.ts', 'package.json', 'package-lock.json'];

function inputsHash(): string {
  const hash = createHash('sha256').update(process.env.APP_VERSION ?? '');
  for (const file of INPUTS.flatMap(filesUnder)) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesUnder(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
