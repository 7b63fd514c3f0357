import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
import { CHROMIUM_ARGS, findChromium } from '../../../scripts/chromium.ts';

export interface Launched {
  context: BrowserContext;
  /** The profile's directory: `relaunch` opens the same one again. */
  relaunch(): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** A Chromium with a fresh profile that is kept over `relaunch` and removed by `close`. */
export async function launch(options: LaunchOptions = {}): Promise<Launched> {
  const profile = await mkdtemp(join(tmpdir(), 'holdfast-profile-'));
  const open = () =>
    chromium.launchPersistentContext(profile, { executablePath: findChromium(), args: CHROMIUM_ARGS, ...options });
  let context = await open();
  return {
    get context() {
      return context;
    },
    async relaunch() {
      await context.close();
      context = await open();
      return context;
    },
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type LaunchOptions = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>;
