import type { AgentConfig } from '../contract/arguments';
import type { Agent } from '../agents/agent';
import type { ChatMessage } from '../contract/chat';
import type { Holdfast } from '../contract/holdfast';
import type { EntryKey, SessionHead } from '../contract/library';
import {
  isRunning,
  type PersistedChatSession,
  type PersistedSessionManifest,
  type SessionKey,
} from '../contract/sessions';
import { chatBlocks, sessionBlocks } from './blocks';
import { Draft } from './draft.svelte';
import { keyOf, sameKey } from './keys';
import type { Library } from './library.svelte';
import type { Notices } from './notices.svelte';
import { reasonOf } from './reason';
import type { Runs } from './runs.svelte';
import type { Settings } from './settings.svelte';
import { askAgain, askAnew, lastPrompt, newSession } from './turn';
import { words } from './words';

export interface ConversationParts {
  holdfast: Holdfast;
  library: Library;
  runs: Runs;
  settings: Settings;
  notices: Notices;
  agentFor(config: AgentConfig | null): Agent;
  /** Whether the first conversation to open is a new one, as the app's shortcut asks for. */
  startsNew: boolean;
}

/** The conversation that is open: a session, one that is not started yet, or a chat. */
export class Conversation {
  /** The open session, `sessionId: ''` before its first message; `null` where a chat is open. */
  key = $state.raw<EntryKey | null>(null);
  chatId = $state<string | null>(null);
  phase = $state<'loading' | 'ready' | 'failed'>('loading');
  /** Why opening failed. */
  error = $state<string | null>(null);
  /** The open chat's. */
  messages = $state.raw<ChatMessage[]>([]);
  #stored = $state.raw<PersistedChatSession | null>(null);
  #unsent = $state<string | null>(null);
  #run = $derived.by(() => this.key && this.#parts.runs.get(this.key));
  /** `null` before the first message. */
  session = $derived.by(() => this.#run?.live.shown ?? this.#stored);
  blocks = $derived.by(() => {
    if (this.chatId !== null) return chatBlocks(this.messages);
    return this.session ? sessionBlocks(this.session) : [];
  });
  /** Whether an agent is at work here, in this tab. */
  running = $derived.by(() => this.#run?.ended === false);
  /** Whether another tab runs this session; nothing can be sent then. */
  runningElsewhere = $derived.by(() => !this.#run && this.#stored !== null && isRunning(this.#stored));
  /** What the agent asks. */
  permission = $derived.by(() => this.#run?.permissions.current ?? null);
  /** Whether the last prompt failed, was interrupted or has no answer. */
  canRetry = $derived.by(() => {
    if (!this.session || this.running || this.runningElsewhere) return false;
    return this.session.status === 'error' || this.session.messages.at(-1)?.role === 'user';
  });
  /** What there is to say about the last message sent: why it was not, or why its answer ends where it does. */
  notice = $derived.by(() => this.#unsent ?? (this.key && this.#parts.runs.remark(this.key)));

  readonly #parts: ConversationParts;
  readonly #draft: Draft;
  /** The latest call that opens something wins over those before it, in whatever order their loads end. */
  #opened = 0;
  /** The user pressed Enter before the conversation was there. */
  #sendWhenOpen = false;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
    this.#draft = new Draft(parts.holdfast, parts.notices);
    parts.runs.onSaved = (session) => parts.library.keep(session);
    parts.library.listener = {
      loaded: (manifest) => this.#restore(manifest),
      projectOpened: (projectId) => this.#openNewest(projectId),
      stored: (session) => {
        if (sameKey(this.key, keyOf(session))) this.#stored = session;
      },
      refreshed: (changed) => void this.#refresh(changed),
      gone: (key) => void this.#leave(key),
      chatChanged: (id, deleted) => void this.#chatChanged(id, deleted),
    };
  }

  get draft(): string {
    return this.#draft.text;
  }

  get agentId(): string {
    return this.#parts.settings.knownAgentId(this.#draft.agentId);
  }

  async open(key: SessionKey): Promise<void> {
    this.#remember({ lastProjectId: key.projectId, lastSessionId: key.sessionId });
    await this.#show(key);
  }

  async #show(key: SessionKey): Promise<void> {
    const { library, runs, holdfast } = this.#parts;
    library.projectId = key.projectId;
    await this.#load({ key, chatId: null }, async (isLatest) => {
      const session = runs.get(key) ? null : await holdfast.library.session(key);
      if (!isLatest()) return;
      if (!session && !runs.get(key)) throw new Error(words.gone);
      this.#stored = session;
    });
  }

  async openChat(id: string): Promise<void> {
    await this.#load({ key: null, chatId: id }, async (isLatest) => {
      const { messages } = await this.#parts.holdfast.chat.listMessages(id);
      if (isLatest()) this.messages = messages;
    });
  }

  /** Turns to the open project's conversation that has not been started yet. */
  async startNew(): Promise<void> {
    this.#remember({ lastProjectId: this.#parts.library.projectId });
    await this.#showNew();
  }

  async #showNew(): Promise<void> {
    const { projectId } = this.#parts.library;
    await this.#load({ key: { projectId, sessionId: '' }, chatId: null }, async () => {});
  }

  /** Tries again what failed to open. */
  async reopen(): Promise<void> {
    const { key, chatId } = this;
    if (chatId !== null) await this.openChat(chatId);
    else if (key && key.sessionId !== '') await this.open(key);
    else await this.startNew();
  }

  setDraft(text: string): void {
    this.#draft.set(text);
    this.#unsent = null;
  }

  /** Chooses who answers in this conversation. */
  setAgent(id: string): void {
    this.#draft.setAgent(id);
  }

  /** Sends the draft. Settles when the message is on disk; where it cannot be stored the draft is back. */
  async send(): Promise<void> {
    const { key, draft } = this;
    const text = draft.trim();
    if (text !== '' && this.phase === 'loading') this.#sendWhenOpen = true;
    if (!key || text === '' || this.phase !== 'ready' || this.running || this.runningElsewhere) return;
    const now = Date.now();
    const session = askAnew(this.session ?? newSession(key.projectId, text, now), text, now);
    const sessionKey = keyOf(session);
    const isNew = key.sessionId === '';
    this.#unsent = null;
    this.key = isNew ? sessionKey : key;
    const started = this.#parts.runs.start(session, this.#agent());
    this.#draft.sent(sessionKey);
    if (isNew) this.#remember({ lastProjectId: key.projectId, lastSessionId: sessionKey.sessionId });
    try {
      await started;
    } catch (error) {
      await this.#takeBack(sessionKey, key, draft, error);
    }
  }

  /** Sends the last prompt again; the failed answer stays until the new one is on disk. */
  async retry(): Promise<void> {
    const { session } = this;
    const prompt = session && lastPrompt(session);
    if (!prompt || !this.canRetry || this.phase !== 'ready') return;
    this.#unsent = null;
    try {
      await this.#parts.runs.start(askAgain(session, prompt, Date.now()), this.#agent());
    } catch (error) {
      this.#unsent = words.notSaved(reasonOf(error));
    }
  }

  /** Ends the run here; what the agent has said stays. */
  stop(): void {
    if (this.key) this.#parts.runs.stop(this.key);
  }

  /** Answers the agent's question with one of its options. */
  choose(optionId: string): void {
    this.#run?.choose(optionId);
  }

  /** Stores what is typed; rejects where it cannot be stored. */
  flush(): Promise<void> {
    return this.#draft.flush();
  }

  #agent(): Agent {
    const { agentFor, settings } = this.#parts;
    return agentFor(settings.agent(this.agentId));
  }

  /** Opens something: `read` gets its content, `isLatest` tells whether the user has gone on meanwhile. */
  async #load(
    { key, chatId }: { key: EntryKey | null; chatId: string | null },
    read: (isLatest: () => boolean) => Promise<void>,
  ): Promise<void> {
    const ticket = ++this.#opened;
    const isLatest = () => ticket === this.#opened;
    const sendWhenOpen = this.#sendWhenOpen && ticket === 1;
    this.#sendWhenOpen = false;
    this.key = key;
    this.chatId = chatId;
    this.#stored = null;
    this.messages = [];
    this.error = null;
    this.#unsent = null;
    this.phase = 'loading';
    try {
      await Promise.all([this.#draft.open(key), read(isLatest)]);
      if (!isLatest()) return;
      this.phase = 'ready';
      if (sendWhenOpen || this.#sendWhenOpen) void this.send();
      this.#sendWhenOpen = false;
    } catch (error) {
      if (!isLatest()) return;
      this.error = reasonOf(error);
      this.phase = 'failed';
    }
  }

  async #restore({ lastProjectId, lastSessionId }: PersistedSessionManifest): Promise<void> {
    const { heads, projectId } = this.#parts.library;
    const last = heads.find((head) => head.projectId === lastProjectId && head.id === lastSessionId);
    const isNewOne = lastProjectId === projectId && lastSessionId === undefined;
    const newest: SessionHead | undefined = isNewOne ? undefined : heads[0];
    const head = this.#parts.startsNew ? undefined : (last ?? newest);
    // What the app does by itself is not remembered: a start writes nothing.
    await (head ? this.#show(keyOf(head)) : this.#showNew());
  }

  async #openNewest(projectId: string): Promise<void> {
    // A draft in a project that was deleted goes with it.
    if (!this.#parts.library.projects.some(({ id }) => id === this.key?.projectId)) this.#draft.drop();
    const head = this.#parts.library.rows.find((row) => row.projectId === projectId);
    await (head ? this.open(keyOf(head)) : this.startNew());
  }

  /** The message could not be stored: the text becomes the draft again, as if nothing had been sent. */
  async #takeBack(sessionKey: SessionKey, draftKey: EntryKey, text: string, error: unknown): Promise<void> {
    const reason = words.notSaved(reasonOf(error));
    if (!sameKey(this.key, sessionKey)) {
      this.#draft.saveElsewhere(draftKey, text);
      this.#parts.notices.add(reason);
      return;
    }
    const typedSince = this.draft;
    if (!sameKey(sessionKey, draftKey)) {
      this.#draft.drop();
      await this.startNew();
    }
    this.#draft.set(typedSince === '' ? text : `${text}\n${typedSince}`);
    this.#draft.flushQuietly();
    this.#unsent = reason;
  }

  /** Another tab may have changed the open session, or the tab that ran it may have died. */
  async #refresh(changed: SessionKey[]): Promise<void> {
    const { key, phase } = this;
    const { holdfast, library, runs, notices } = this.#parts;
    if (!key || key.sessionId === '' || phase !== 'ready' || runs.get(key)) return;
    const head = library.heads.find((candidate) => sameKey(keyOf(candidate), key));
    if (!changed.some((other) => sameKey(other, key)) && head?.status === this.#stored?.status) return;
    const ticket = this.#opened;
    try {
      const session = await holdfast.library.session(key);
      if (session && ticket === this.#opened && !runs.get(key)) this.#stored = session;
    } catch (error) {
      notices.add(reasonOf(error));
    }
  }

  async #leave(key: SessionKey): Promise<void> {
    if (!sameKey(this.key, key)) return;
    this.#draft.drop();
    await this.startNew();
  }

  async #chatChanged(id: string, deleted: boolean): Promise<void> {
    if (this.chatId !== id) return;
    await (deleted ? this.startNew() : this.openChat(id));
  }

  #remember(manifest: { lastProjectId: string; lastSessionId?: string }): void {
    const { holdfast, notices } = this.#parts;
    holdfast.sessions.saveManifest(manifest).catch((error) => notices.add(words.notSaved(reasonOf(error))));
  }
}
