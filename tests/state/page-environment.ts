import type { Environment } from 'vitest/runtime';

/** Node, with Svelte's code compiled for the page: without it `$state` and `$derived` would be plain variables. */
export default {
  name: 'page',
  viteEnvironment: 'client',
  setup: () => ({ teardown() {} }),
} satisfies Environment;
