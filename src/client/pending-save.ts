import type { SaveOutcome, Write } from '../contract/backend';
import type { PersistedChatSession, SessionKey } from '../contract/sessions';
import type { PendingWrite } from './outbox';

interface Owner {
  encodeSave(save: PendingSave): Write;
  saveCommitted(save: PendingSave, outcome: SaveOutcome): void;
}

/** The newest state of one session that waits to be sent, and everybody who asked for it or for a state before it. */
export class PendingSave implements PendingWrite {
  readonly key: SessionKey;
  snapshot: PersistedChatSession;
  readonly #owner: Owner;
  #callers: ((error: Error | null) => void)[] = [];

  constructor(key: SessionKey, snapshot: PersistedChatSession, owner: Owner) {
    this.key = key;
    this.snapshot = snapshot;
    this.#owner = owner;
  }

  wait(): Promise<void> {
    return new Promise((resolve, reject) => this.#callers.push((error) => (error ? reject(error) : resolve())));
  }

  /** Takes over the callers of a save that this one follows. */
  join(earlier: PendingSave): void {
    this.#callers.unshift(...earlier.#callers);
    earlier.#callers = [];
  }

  settle(error: Error | null): void {
    for (const caller of this.#callers) caller(error);
    this.#callers = [];
  }

  encode(): Write {
    return this.#owner.encodeSave(this);
  }

  committed(value: unknown): void {
    this.#owner.saveCommitted(this, value as SaveOutcome);
  }

  failed(error: Error): void {
    this.settle(error);
  }
}
