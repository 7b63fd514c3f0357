import type { SessionHead } from '../contract/library';
import type { PersistedChatSession, SessionsApi } from '../contract/sessions';
import { equal } from '../lib/equal';
import { finishTurn, type TurnEnd } from './fold';
import { headOf } from '../contract/library';
import { withoutAnswer } from './turn';

/** How long a burst of changes is gathered before the user sees it. */
const SHOW_INTERVAL_MS = 16;

/**
 * A session while a run changes it. An answer that failed before stays in sight, and on disk, until the answer that
 * replaces it is on disk.
 */
export class LiveSession {
  /** What the user sees. */
  shown: PersistedChatSession;
  /** Changes only when a list would show something else, not with every word of the answer. */
  head: SessionHead;
  /** Whether the agent has said or done anything in this run. */
  answered = false;
  #latest: PersistedChatSession;
  /** The session with the failed answer, as long as it is not replaced. */
  #earlier: PersistedChatSession | null;
  #showTimer: ReturnType<typeof setTimeout> | undefined;

  /** `session` runs already: see `askAnew` and `askAgain`. */
  constructor(session: PersistedChatSession) {
    this.#latest = withoutAnswer(session, session.activeRun?.promptMessageId ?? '');
    this.#earlier = equal(this.#latest, session) ? null : session;
    this.shown = $state.raw(session);
    this.head = $state.raw(headOf(session, session.messages.length));
  }

  /** With everything that this run has brought, and without the answer that it replaces. */
  get latest(): PersistedChatSession {
    return this.#latest;
  }

  /** Takes over what the agent said or did; false where that changed nothing. */
  answer(changed: PersistedChatSession): boolean {
    if (changed === this.#latest) return false;
    this.#latest = changed;
    this.answered = true;
    this.#showTimer ??= setTimeout(() => this.#show(), SHOW_INTERVAL_MS);
    return true;
  }

  set(fields: Partial<Pick<PersistedChatSession, 'status' | 'title'>>): void {
    this.#latest = { ...this.#latest, ...fields };
    this.#show();
  }

  finish(end: TurnEnd, now: number): void {
    this.#latest = finishTurn(this.#latest, end, now);
    this.#show();
  }

  /** Resolves after the commit. The write is handed over in the task of the call. */
  async save(sessions: SessionsApi): Promise<void> {
    const replaces = this.answered;
    await sessions.saveSession(replaces ? this.#latest : this.#withEarlier());
    if (replaces) this.showNew();
  }

  /** Lets go of the answer that was replaced. */
  showNew(): void {
    if (!this.#earlier || !this.answered) return;
    this.#earlier = null;
    this.#show();
  }

  #withEarlier(): PersistedChatSession {
    if (!this.#earlier) return this.#latest;
    const { messages, activities, artifacts } = this.#earlier;
    return { ...this.#latest, messages, ...(activities && { activities }), ...(artifacts && { artifacts }) };
  }

  #show(): void {
    clearTimeout(this.#showTimer);
    this.#showTimer = undefined;
    this.shown = this.#withEarlier();
    const head = headOf(this.shown, this.shown.messages.length);
    if (!equal(this.head, head)) this.head = head;
  }
}
