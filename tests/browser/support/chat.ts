import type { Page } from 'playwright-core';
import type {} from '../../../src/client/install.ts';

/** The app as its users name it: roles and accessible names only. */
export const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
export const log = (page: Page) => page.getByRole('log', { name: 'Conversation' });

export async function send(page: Page, text: string): Promise<void> {
  await message(page).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Waits until no answer is on its way. */
export async function stopped(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
  await page.waitForFunction(async () =>
    (await window.api.library.heads()).every((head) => head.status === 'idle' || head.status === 'error'),
  );
}

/** What is stored. */
export const sessions = (page: Page) => page.evaluate(async () => (await window.api.sessions.loadAll()).sessions);

/** Sets an agent up in settings and chooses it. */
export async function addAgent(page: Page, agent: { address: string; key?: string; model: string }): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Add agent', exact: true }).click();
  await page.getByRole('button', { name: 'OpenAI-compatible' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(agent.address);
  await page.getByRole('textbox', { name: 'Key', exact: true }).fill(agent.key ?? '');
  await page.getByRole('combobox', { name: 'Model' }).selectOption(agent.model);
  await page.getByRole('button', { name: 'Save agent', exact: true }).click();
  await page.keyboard.press('Escape');
  const choice = page.getByRole('combobox', { name: 'Agent', exact: true });
  await choice.selectOption({ label: agent.model });
}
