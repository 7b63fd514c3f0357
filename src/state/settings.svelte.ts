import type { AgentConfig, Settings as StoredSettings } from '../contract/arguments';
import type { Holdfast } from '../contract/holdfast';
import type { Notices } from './notices.svelte';
import { reasonOf } from './reason';
import { words } from './words';

/** Stands for the built-in guide wherever an agent's id is wanted. */
export const GUIDE_ID = 'guide';

/** The user's settings. A change applies at once; where it cannot be stored a notice says so. */
export class Settings {
  agents = $state.raw<AgentConfig[]>([]);
  defaultAgentId = $state(GUIDE_ID);
  theme = $state<StoredSettings['theme']>('system');
  sidebarOpen = $state(true);
  readonly #holdfast: Holdfast;
  readonly #notices: Notices;

  constructor(holdfast: Holdfast, notices: Notices) {
    this.#holdfast = holdfast;
    this.#notices = notices;
  }

  /** Reads everything from disk; also after another tab changed something. */
  async load(): Promise<void> {
    const stored = await this.#holdfast.library.settings();
    this.agents = stored.agents ?? [];
    this.defaultAgentId = stored.defaultAgentId ?? GUIDE_ID;
    this.theme = stored.theme ?? 'system';
    this.sidebarOpen = stored.sidebarOpen ?? true;
    applyTheme(this.theme);
  }

  /** Adds an agent, or replaces the one with the same id. */
  saveAgent(config: AgentConfig): Promise<void> {
    const exists = this.agents.some(({ id }) => id === config.id);
    this.agents = exists
      ? this.agents.map((agent) => (agent.id === config.id ? config : agent))
      : [...this.agents, config];
    return this.#save('agents', this.agents);
  }

  async removeAgent(id: string): Promise<void> {
    this.agents = this.agents.filter((agent) => agent.id !== id);
    const saved = this.#save('agents', this.agents);
    if (this.defaultAgentId === id) await this.setDefaultAgent(GUIDE_ID);
    await saved;
  }

  setDefaultAgent(id: string): Promise<void> {
    this.defaultAgentId = id;
    return this.#save('defaultAgentId', id);
  }

  setTheme(theme: StoredSettings['theme']): Promise<void> {
    this.theme = theme;
    applyTheme(theme);
    return this.#save('theme', theme);
  }

  setSidebarOpen(open: boolean): Promise<void> {
    this.sidebarOpen = open;
    return this.#save('sidebarOpen', open);
  }

  /** `null` for the guide and for an agent that was removed. */
  agent(id: string): AgentConfig | null {
    return this.agents.find((agent) => agent.id === id) ?? null;
  }

  /** The id itself, or the default's where there is no such agent any more. */
  knownAgentId(id: string | undefined): string {
    const known = [id, this.defaultAgentId].find((candidate) => candidate === GUIDE_ID || this.#has(candidate));
    return known ?? GUIDE_ID;
  }

  agentName(id: string): string {
    return this.agent(id)?.name ?? words.guide;
  }

  #has(id: string | undefined): boolean {
    return this.agents.some((agent) => agent.id === id);
  }

  async #save<K extends keyof StoredSettings>(key: K, value: StoredSettings[K]): Promise<void> {
    try {
      await this.#holdfast.library.saveSetting(key, value);
    } catch (error) {
      this.#notices.add(words.notSaved(reasonOf(error)));
    }
  }
}

function applyTheme(theme: StoredSettings['theme']): void {
  if (typeof document === 'undefined') return;
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
