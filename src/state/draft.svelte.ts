import type { EntryPatch } from '../contract/arguments';
import type { Holdfast } from '../contract/holdfast';
import type { EntryKey } from '../contract/library';
import { sameKey } from './keys';
import type { Notices } from './notices.svelte';
import { reasonOf } from './reason';
import { words } from './words';

const SAVE_DELAY_MS = 300;

/** What is typed in one conversation and not sent, and the agent chosen there. */
export class Draft {
  text = $state('');
  /** The agent chosen in this conversation, if one was. */
  agentId = $state<string | undefined>();
  readonly #holdfast: Holdfast;
  readonly #notices: Notices;
  #key: EntryKey | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unsaved = false;

  constructor(holdfast: Holdfast, notices: Notices) {
    this.#holdfast = holdfast;
    this.#notices = notices;
  }

  /** Saves the draft at hand and turns to another conversation's; rejects where that one cannot be read. */
  async open(key: EntryKey | null): Promise<void> {
    this.flushQuietly();
    // What is typed before the first conversation is open belongs to it.
    if (this.#key) this.text = '';
    this.#key = key;
    this.#unsaved = this.text !== '';
    this.agentId = undefined;
    if (!key) return;
    const entry = await this.#holdfast.library.entry(key);
    if (this.#key !== key) return;
    // What was typed while the entry was read follows what it held: nothing is lost.
    if (entry.draft) this.text = this.text === '' ? entry.draft : `${entry.draft}\n${this.text}`;
    this.agentId ??= entry.agentId;
  }

  set(text: string): void {
    this.text = text;
    this.#unsaved = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flushQuietly(), SAVE_DELAY_MS);
  }

  setAgent(id: string): void {
    this.agentId = id;
    if (this.#key) this.#orNotice(this.#save(this.#key, { agentId: id }));
  }

  /** Empties the draft as it is sent to the session `key`; the agent of a new conversation moves along. */
  sent(key: EntryKey): void {
    const from = this.#key;
    if (!from) return;
    clearTimeout(this.#timer);
    this.#unsaved = false;
    this.text = '';
    if (sameKey(from, key)) return this.#orNotice(this.#save(from, { draft: null }));
    this.#key = key;
    this.#orNotice(this.#save(from, { draft: null, agentId: null }));
    if (this.agentId !== undefined) this.#orNotice(this.#save(key, { agentId: this.agentId }));
  }

  /** Stores a draft for a conversation that is not at hand. */
  saveElsewhere(key: EntryKey, text: string): void {
    this.#orNotice(this.#save(key, { draft: text }));
  }

  /** Saves what is not saved yet; rejects where it cannot be stored, and the next call tries again. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    const key = this.#key;
    if (!this.#unsaved || !key) return;
    this.#unsaved = false;
    try {
      await this.#save(key, { draft: this.text === '' ? null : this.text });
    } catch (error) {
      if (this.#key === key) this.#unsaved = true;
      throw error;
    }
  }

  /** The same, a failure being told by a notice. */
  flushQuietly(): void {
    this.#orNotice(this.flush());
  }

  /** The conversation is gone, and its draft with it. */
  drop(): void {
    clearTimeout(this.#timer);
    this.text = '';
    this.#key = null;
  }

  #save(key: EntryKey, patch: EntryPatch): Promise<void> {
    return this.#holdfast.library.saveEntry(key, patch);
  }

  #orNotice(saved: Promise<void>): void {
    saved.catch((error) => this.#notices.add(words.notSaved(reasonOf(error))));
  }
}
