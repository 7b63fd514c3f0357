import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('../../..', import.meta.url).pathname,
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: 'tests/browser/support/build-once.ts',
    maxWorkers: 1,
    retry: 0,
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
