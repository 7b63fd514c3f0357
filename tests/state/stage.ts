import { afterEach, expect, vi } from 'vitest';
import type { Agent, AgentClient, PromptRequest, SessionUpdate, StopReason } from '../../src/agents/agent';
import type { Holdfast } from '../../src/contract/holdfast';
import type { PersistedChatSession, SessionKey } from '../../src/contract/sessions';
import { App } from '../../src/state/app.svelte';
import { openHoldfast } from '../support/holdfast';

type Script = (request: PromptRequest, client: AgentClient) => Promise<StopReason | void>;

/** An agent that plays a script and remembers what it was asked. */
class ScriptedAgent implements Agent {
  readonly requests: PromptRequest[] = [];

  constructor(private readonly script: Script) {}

  async prompt(request: PromptRequest, client: AgentClient) {
    this.requests.push(request);
    return { stopReason: (await this.script(request, client)) ?? ('end_turn' as const) };
  }
}

const opened: { close(): void }[] = [];
afterEach(() => opened.splice(0).forEach((holdfast) => holdfast.close()));

/** A store that is closed after the test; the same name again is another tab, or a later start. */
export async function open(name?: string) {
  const holdfast = await openHoldfast(name === undefined ? {} : { name });
  opened.push(holdfast);
  return holdfast;
}

export const says = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
});

export const thinks = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_thought_chunk',
  content: { type: 'text', text },
});

/** Settles once the user has pressed Stop. */
export function untilStopped({ signal }: PromptRequest): Promise<StopReason> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve('cancelled')));
}

/** Something that a test lets happen when it likes. */
export function gate(): { opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

export async function startApp(holdfast: Holdfast, script: Script = async () => {}): Promise<App> {
  const agent = new ScriptedAgent(script);
  const app = new App(holdfast, { agentFor: () => agent });
  await app.start();
  return app;
}

export async function send(app: App, text: string): Promise<void> {
  app.conversation.setDraft(text);
  await app.conversation.send();
}

/** Waits until the open conversation's run is over and its end is on disk. */
export async function settled(app: App): Promise<PersistedChatSession> {
  const key = openKey(app);
  await until(() => !app.runs.get(key));
  return (await app.holdfast.library.session(key))!;
}

export function openKey({ conversation }: App): SessionKey {
  return conversation.key!;
}

export async function until(condition: () => unknown): Promise<void> {
  await vi.waitFor(async () => expect(await condition()).toBeTruthy(), { timeout: 10_000, interval: 5 });
}

export const texts = (session: PersistedChatSession | null): string[] =>
  session?.messages.map(({ role, content }) => `${role}: ${content}`) ?? [];
