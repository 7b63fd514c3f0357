import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

/** Files of public/ that the app needs when it starts without a network. */
const PUBLIC_FILES = ['manifest.webmanifest', 'icons/icon.svg', 'icons/icon-192.png'];

/** Lazy files up to this size are stored in the background; larger ones when they are first used. */
const BACKGROUND_LIMIT_BYTES = 100_000;

/**
 * Builds src/service-worker/main.ts to /sw.js once the app is written, telling it the files of the shell, stored when it
 * installs, and the lazy ones, stored after that.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'holdfast:service-worker',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      const shell = shellOf(bundle);
      const lazy = Object.keys(bundle)
        .filter((file) => !shell.has(file))
        .sort()
        .map((url) => ({ url, inBackground: statSync(join(dir, url)).size <= BACKGROUND_LIMIT_BYTES }));
      const entries = [...shell, ...PUBLIC_FILES].sort().map((url) => ({ url, revision: revision(dir, url) }));
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { __SHELL__: JSON.stringify(entries), __LAZY__: JSON.stringify(lazy) },
        build: {
          outDir: dir,
          emptyOutDir: false,
          rolldownOptions: {
            input: 'src/service-worker/main.ts',
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  };
}

/** The page, the entries with all they import at once, and the database worker. */
function shellOf(bundle: Rolldown.OutputBundle): Set<string> {
  const shell = new Set(Object.keys(bundle).filter((file) => file.endsWith('.html') || isDatabaseWorker(file)));
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || shell.has(file)) return;
    shell.add(file);
    for (const css of chunk.viteMetadata?.importedCss ?? []) shell.add(css);
    chunk.imports.forEach(add);
  };
  for (const output of Object.values(bundle)) if (output.type === 'chunk' && output.isEntry) add(output.fileName);
  return shell;
}

function isDatabaseWorker(file: string): boolean {
  return /^assets\/database-[^/]+\.js$/.test(file);
}

/** `null` for a name that carries a hash already. */
function revision(dir: string, file: string): string | null {
  if (file.startsWith('assets/')) return null;
  return createHash('sha256')
    .update(readFileSync(join(dir, file)))
    .digest('hex')
    .slice(0, 16);
}
