/** Takes the pictures of the built app that the manifest and the README show. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import type {} from '../src/client/install.ts';
import type { PersistedChatSession } from '../src/contract/sessions.ts';
import { buildIfStale } from './build.ts';
import { CHROMIUM_ARGS, findChromium } from './chromium.ts';
import { serve } from './serve.ts';

const ANSWER_START = 'The claw at its base is the holdfast';
const ANSWER = `${ANSWER_START}. It grips the rock while the blade above it moves with every wave.

| Part | What it does |
| --- | --- |
| Holdfast | grips the rock |
| Stipe | carries the blades |
| Blade | turns light into sugar |

To draw one, start from the rock:

\`\`\`ts
const claws = angles.map((angle) => branch(base, angle));
\`\`\``;

buildIfStale();
const server = await serve({ dir: 'dist', port: 0 });
const profile = await mkdtemp(join(tmpdir(), 'holdfast-screenshots-'));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: findChromium(),
  args: CHROMIUM_ARGS,
  colorScheme: 'light',
  reducedMotion: 'reduce',
});
try {
  await mkdir('public/screenshots', { recursive: true });
  await mkdir('docs', { recursive: true });
  const page = await browser.newPage();
  await page.goto(server.url);
  await page.evaluate(async (sessions) => {
    for (const session of sessions) await window.api.sessions.saveSession(session);
    const [shown] = sessions;
    if (shown) await window.api.sessions.saveManifest({ lastProjectId: shown.projectId, lastSessionId: shown.id });
  }, examples(Date.now()));
  await picture(page, 1280, 800, 'public/screenshots/wide.png');
  await picture(page, 1280, 800, 'docs/light.png');
  await picture(page, 390, 844, 'public/screenshots/narrow.png');
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 1280, 800, 'docs/dark.png');
} finally {
  await browser.close();
  await server.close();
  await rm(profile, { recursive: true, force: true });
}

async function picture(page: Page, width: number, height: number, path: string): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto(server.url);
  await page.getByText(ANSWER_START).first().waitFor();
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
  await page.locator('pre span').first().waitFor(); // the code has its colours
  await page.screenshot({ path });
}

/** The first is the one that is shown. Times are epoch milliseconds. */
function examples(now: number): PersistedChatSession[] {
  const titles = ['How kelp holds on', 'Packing list for the coast', 'Tide tables as CSV', 'A letter to the landlord'];
  return titles.map((title, index): PersistedChatSession => {
    const at = now - index * 7 * 60 * 60 * 1000;
    const times = { createdAt: at, updatedAt: at };
    const question = index === 0 ? 'How does kelp hold on to a rock?' : title;
    return {
      id: `example-${index}`,
      projectId: 'home',
      title,
      cwd: '',
      status: 'idle',
      messages: [
        { id: 'question', role: 'user', content: question, status: 'complete', eventIds: [], ...times },
        {
          id: 'answer',
          role: 'agent',
          content: ANSWER,
          status: 'complete',
          eventIds: [],
          responseToMessageId: 'question',
          ...times,
        },
      ],
      ...times,
    };
  });
}
