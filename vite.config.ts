import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { contentSecurityPolicy } from './scripts/vite/content-security-policy.ts';
import { serviceWorker } from './scripts/vite/service-worker.ts';

const version = process.env.APP_VERSION ?? (JSON.parse(readFileSync('package.json', 'utf8')) as Package).version;
const PAGE_TESTS = ['tests/state/**/*.test.ts', 'tests/**/*.svelte.test.ts'];

export default defineConfig({
  // Relative addresses, so that one build works at the root of a host and under any path.
  base: './',
  plugins: [svelte({ configFile: false }), versionMeta(), contentSecurityPolicy(), serviceWorker()],
  // The half of Dexie for current browsers: 2 KB less of the first load.
  resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' }] },
  define: { __APP_VERSION__: JSON.stringify(version) },
  build: {
    target: 'es2022',
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: { index: 'index.html', client: 'src/client/standalone.ts' },
      output: {
        // Other people's pages load /client.js by this name.
        entryFileNames: ({ name }) => (name === 'client' ? 'client.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        entryFileNames: ({ facadeModuleId }) =>
          `assets/${facadeModuleId?.endsWith('/src/worker/main.ts') ? 'database' : '[name]'}-[hash].js`,
      },
    },
  },
  test: {
    // More than there are cores: much of the time they wait for a socket or a timer.
    maxWorkers: 3,
    // No test leaves anything behind in a module, so files share theirs: a third of the time.
    isolate: false,
    // Generous: a slow moment of the machine is no failure.
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: { name: 'node', include: ['tests/**/*.test.ts'], exclude: ['tests/browser/**', ...PAGE_TESTS] },
      },
      {
        extends: true,
        // Svelte as in the page: its server half knows no reactivity.
        resolve: { conditions: ['browser'] },
        test: { name: 'page', include: PAGE_TESTS, environment: './tests/state/page-environment.ts' },
      },
    ],
  },
});

interface Package {
  version: string;
}

/** Says in the page which version it is. */
function versionMeta(): Plugin {
  return {
    name: 'holdfast:version',
    transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'version', content: version } }],
  };
}
