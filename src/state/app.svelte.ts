import type { AgentConfig } from '../contract/arguments';
import type { Agent } from '../agents/agent';
import type { Holdfast } from '../contract/holdfast';
import { Conversation } from './conversation.svelte';
import { Library } from './library.svelte';
import { Notices } from './notices.svelte';
import { reasonOf } from './reason';
import { Runs } from './runs.svelte';
import { Settings } from './settings.svelte';
import { Status } from './status.svelte';
import { words } from './words';

export interface AppOptions {
  /** Who answers for a configuration; `null` asks for the built-in guide. */
  agentFor(config: AgentConfig | null): Agent;
  /** The ids of the models that a server offers. Rejects with an `AgentError`. */
  listModels?: ListModels;
  /** Whether a new version waits, for the status line. */
  updates?: { readonly ready: boolean };
  /** Whether to open a new conversation and not the last one. */
  startsNew?: boolean;
}

export type ListModels = (server: Pick<AgentConfig, 'address' | 'key'>, signal: AbortSignal) => Promise<string[]>;

/** Everything that one page knows. */
export class App {
  readonly notices = new Notices();
  readonly status: Status;
  readonly settings: Settings;
  readonly runs: Runs;
  readonly library: Library;
  readonly conversation: Conversation;
  readonly listModels: ListModels | undefined;

  constructor(
    readonly holdfast: Holdfast,
    { agentFor, listModels, updates, startsNew = false }: AppOptions,
  ) {
    const { notices } = this;
    this.listModels = listModels;
    this.status = new Status(holdfast.status, updates);
    this.settings = new Settings(holdfast, notices);
    this.runs = new Runs(holdfast, notices);
    this.library = new Library(holdfast, this.runs, notices);
    const { library, runs, settings } = this;
    this.conversation = new Conversation({ holdfast, library, runs, settings, notices, agentFor, startsNew });
  }

  /** Reads what the first screen needs and opens the last conversation. Settles also where that fails. */
  async start(): Promise<void> {
    this.#saveBeforeLeaving();
    this.holdfast.library.watch(({ kind }) => {
      if (kind === 'setting') void this.#readSettings();
    });
    await Promise.all([this.#readSettings(), this.library.load()]);
  }

  /** Hands everything to the store that is only in memory; rejects where the draft cannot be stored. */
  flush(): Promise<void> {
    this.runs.flush();
    return this.conversation.flush();
  }

  async #readSettings(): Promise<void> {
    try {
      await this.settings.load();
    } catch (error) {
      this.notices.add(reasonOf(error));
    }
  }

  #saveBeforeLeaving(): void {
    if (typeof window === 'undefined') return;
    const flush = () => {
      this.flush().catch((error) => this.notices.add(words.notSaved(reasonOf(error))));
    };
    // Capturing listeners run first: the client hands over what is unsaved in its own listeners for the same events.
    window.addEventListener('beforeunload', flush, { capture: true });
    window.addEventListener('pagehide', flush, { capture: true });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') flush();
      else this.library.refreshSoon();
    });
  }
}
