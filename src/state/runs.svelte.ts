import { SvelteMap } from 'svelte/reactivity';
import type { Agent, StopReason } from '../agents/agent';
import type { Holdfast } from '../contract/holdfast';
import type { EntryKey, SessionHead } from '../contract/library';
import type { PersistedChatSession, SessionKey } from '../contract/sessions';
import { keyOf, keyText } from './keys';
import type { Notices } from './notices.svelte';
import { reasonOf } from './reason';
import { Run } from './run.svelte';
import { words } from './words';

/** The runs of this page, any number at once, one per session. A run stays until its end is on disk. */
export class Runs {
  /** Hears of every session whose run is over and on disk. */
  onSaved: (session: PersistedChatSession) => void = () => {};
  readonly #runs = new SvelteMap<string, Run>();
  readonly #remarks = new SvelteMap<string, string>();
  readonly #holdfast: Holdfast;
  readonly #notices: Notices;

  constructor(holdfast: Holdfast, notices: Notices) {
    this.#holdfast = holdfast;
    this.#notices = notices;
  }

  /** What lists show of the sessions that run here. */
  get heads(): SessionHead[] {
    return [...this.#runs.values()].map(({ live }) => live.head);
  }

  get(key: EntryKey): Run | undefined {
    return this.#runs.get(keyText(key));
  }

  /** Whether an agent is at work for this session in this page. */
  active(key: EntryKey): boolean {
    return this.get(key)?.ended === false;
  }

  /** What there is to say about the last run's end, such as that the answer is cut off. */
  remark(key: EntryKey): string | null {
    return this.#remarks.get(keyText(key)) ?? null;
  }

  /**
   * Starts the turn that `session` is in (see `askAnew` and `askAgain`). Settles when the prompt is on disk, and only
   * then asks the agent; where it cannot be stored this rejects, and nothing is sent. The write is handed over in the
   * task of the call.
   */
  async start(session: PersistedChatSession, agent: Agent): Promise<void> {
    const id = keyText(keyOf(session));
    const before = this.#runs.get(id);
    const run = new Run(session, this.#holdfast, (error) => this.#notices.add(words.notSaved(reasonOf(error))));
    this.#runs.set(id, run);
    this.#remarks.delete(id);
    try {
      await run.save();
    } catch (error) {
      if (this.#runs.get(id) === run) this.#runs.delete(id);
      if (before) this.#keepUnsaved(id, before);
      throw error;
    }
    void this.#talk(id, run, agent);
  }

  stop(key: EntryKey): void {
    this.get(key)?.stop();
  }

  /** Ends a run before its session is deleted: from now on it saves nothing. */
  drop(key: SessionKey): void {
    this.get(key)?.endNow();
    this.#runs.delete(keyText(key));
    this.#remarks.delete(keyText(key));
  }

  dropProject(projectId: string): void {
    for (const head of this.heads) if (head.projectId === projectId) this.drop(keyOf(head));
  }

  /** Hands to the store what is only in memory, such as when the page goes. */
  flush(): void {
    for (const run of this.#runs.values()) run.flush();
  }

  async #talk(id: string, run: Run, agent: Agent): Promise<void> {
    const reason = await run.talk(agent);
    if (this.#runs.get(id) !== run) return; // dropped
    const remark = reason && remarkOn(reason, run.live.answered);
    if (remark) this.#remarks.set(id, remark);
    await this.#saveEnd(id, run);
  }

  /** The end of the run before may have been left to the save that failed. */
  #keepUnsaved(id: string, before: Run): void {
    this.#runs.set(id, before);
    void this.#saveEnd(id, before);
  }

  async #saveEnd(id: string, run: Run): Promise<void> {
    try {
      await run.save();
      run.live.showNew();
    } catch (error) {
      run.live.showNew();
      const again = () => this.#runs.get(id) === run && void this.#saveEnd(id, run);
      this.#notices.add(words.notSaved(reasonOf(error)), { label: words.saveAgain, run: again });
      return;
    }
    if (this.#runs.get(id) !== run) return; // the next prompt is on its way, with this answer in it
    this.onSaved(run.live.shown);
    this.#runs.delete(id);
  }
}

function remarkOn(reason: StopReason, answered: boolean): string | null {
  switch (reason) {
    case 'max_tokens':
      return words.maxTokens;
    case 'max_turn_requests':
      return words.maxRequests;
    case 'refusal':
      return words.refusal;
    case 'end_turn':
      return answered ? null : words.noAnswer;
    case 'cancelled':
      return words.stopped;
  }
}
