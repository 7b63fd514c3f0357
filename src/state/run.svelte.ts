import type { Agent, PermissionOutcome, PermissionRequest, PromptRequest, StopReason } from '../agents/agent';
import type { Holdfast } from '../contract/holdfast';
import type { PersistedChatSession } from '../contract/sessions';
import { Checkpoints } from './checkpoints';
import { fold, foldArtifact, type Turn, type TurnEnd } from './fold';
import { newId } from '../lib/id';
import { Inbox } from './inbox';
import { LiveSession } from './live-session.svelte';
import { Permissions } from './permissions.svelte';
import { reasonOf } from './reason';
import { historyBefore } from './turn';

/** An agent that does not react to Stop in this time is left behind. */
const STOP_GRACE_MS = 3000;

/** One turn: asks the agent, folds what it says into the session, keeps the session on disk. */
export class Run {
  readonly live: LiveSession;
  readonly permissions = new Permissions();
  /** Whether the agent is done; the end may not be on disk yet. */
  ended = $state(false);

  readonly #holdfast: Holdfast;
  readonly #saveFailed: (error: unknown) => void;
  readonly #turn: Turn;
  readonly #stop = new AbortController();
  readonly #checkpoints = new Checkpoints(() => this.#saveSoon());
  readonly #inbox: Inbox;

  /**
   * `session` runs already: see `askAnew` and `askAgain`. `saveFailed` hears of saves in the middle, which the next
   * one makes good.
   */
  constructor(session: PersistedChatSession, holdfast: Holdfast, saveFailed: (error: unknown) => void) {
    this.live = new LiveSession(session);
    this.#holdfast = holdfast;
    this.#saveFailed = saveFailed;
    this.#turn = { promptMessageId: session.activeRun?.promptMessageId ?? '', streamId: newId() };
    this.#inbox = new Inbox(holdfast.files, {
      update: (update) => this.#answer((latest, now) => fold(latest, update, this.#turn, now)),
      artifact: (artifact) => this.#answer((latest, now) => foldArtifact(latest, artifact, this.#turn, now)),
    });
  }

  /** Resolves after the commit of everything so far; starts with handing it over, in the task of the call. */
  save(): Promise<void> {
    this.#checkpoints.done();
    return this.live.save(this.#holdfast.sessions);
  }

  /** Runs the turn to its end, which is not saved yet. Returns why the agent stopped, `null` after an error. */
  async talk(agent: Agent): Promise<StopReason | null> {
    const { signal } = this.#stop;
    let reason: StopReason | null = 'cancelled';
    let end: TurnEnd = { outcome: 'stopped' };
    try {
      if (!signal.aborted) reason = await this.#ask(agent);
      if (reason !== 'cancelled') end = { outcome: 'done' };
    } catch (error) {
      reason = null;
      end = { outcome: 'failed', error: reasonOf(error) };
    }
    await this.#inbox.drained();
    if (signal.aborted) [reason, end] = ['cancelled', { outcome: 'stopped' }];
    if (!this.ended) this.#finish(end);
    return reason;
  }

  /** Asks the agent to end; `talk` settles soon after. */
  stop(): void {
    this.#stop.abort();
    this.permissions.cancelAll();
    this.#setStatus();
  }

  /** Ends at once and saves one last time, in this very task: a save after a deletion would bring the session back. */
  endNow(): void {
    if (this.ended) return;
    this.#finish({ outcome: 'stopped' });
    this.#stop.abort();
    this.permissions.cancelAll();
    this.#saveSoon();
  }

  /** Answers what the agent asked. */
  choose(optionId: string): void {
    const toolCallId = this.permissions.current?.toolCall.toolCallId;
    const option = this.permissions.choose(optionId);
    if (!option || toolCallId === undefined) return;
    // Some agents never mention a call again that was rejected, and nothing may go on spinning.
    if (option.kind === 'reject_once' || option.kind === 'reject_always') {
      this.#inbox.take({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
    }
    this.#setStatus();
  }

  setTitle(title: string): void {
    this.live.set({ title });
  }

  /** Hands to the store what it does not have yet, now. */
  flush(): void {
    this.#checkpoints.flush();
  }

  async #ask(agent: Agent): Promise<StopReason> {
    const { signal } = this.#stop;
    const answer = agent.prompt(this.#request(), {
      sessionUpdate: (update) => this.#inbox.take(update),
      requestPermission: (request) => this.#requestPermission(request),
    });
    const { stopReason } = await Promise.race([answer, leftBehind(signal)]);
    return stopReason;
  }

  #request(): PromptRequest {
    const { promptMessageId } = this.#turn;
    const { latest } = this.live;
    const text = latest.messages.find(({ id }) => id === promptMessageId)?.content ?? '';
    return {
      sessionId: latest.id,
      prompt: [{ type: 'text', text }],
      history: historyBefore(latest, promptMessageId),
      signal: this.#stop.signal,
    };
  }

  async #requestPermission(request: PermissionRequest): Promise<PermissionOutcome> {
    if (this.ended || this.#stop.signal.aborted) return { outcome: 'cancelled' };
    this.#inbox.take({ sessionUpdate: 'tool_call_update', ...request.toolCall });
    const outcome = this.permissions.ask(request);
    this.#setStatus();
    return outcome;
  }

  #answer(change: (latest: PersistedChatSession, now: number) => PersistedChatSession): void {
    if (this.ended) return; // a late word of an agent that was left behind
    if (this.live.answer(change(this.live.latest, Date.now()))) this.#checkpoints.soon();
  }

  /** A change of status is saved at once: other tabs, and the next start, must know that the agent waits. */
  #setStatus(): void {
    const status = this.permissions.current ? 'waiting-permission' : 'running';
    if (this.ended || this.live.latest.status === status) return;
    this.live.set({ status });
    this.#saveSoon();
  }

  #finish(end: TurnEnd): void {
    this.ended = true;
    this.live.finish(end, Date.now());
  }

  #saveSoon(): void {
    this.save().catch(this.#saveFailed);
  }
}

/** Resolves some time after Stop, for an agent that never lets go. */
function leftBehind(signal: AbortSignal): Promise<{ stopReason: StopReason }> {
  return new Promise((resolve) => {
    const leave = () => setTimeout(() => resolve({ stopReason: 'cancelled' }), STOP_GRACE_MS);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}
