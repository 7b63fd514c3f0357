import { SvelteSet } from 'svelte/reactivity';
import type { Change } from '../contract/changes';
import type { ChatSession } from '../contract/chat';
import type { Holdfast } from '../contract/holdfast';
import type { SessionHead } from '../contract/library';
import { FIRST_PROJECT, type Project } from '../contract/projects';
import {
  isRunning,
  type PersistedChatSession,
  type PersistedSessionManifest,
  type SessionKey,
} from '../contract/sessions';
import { headOf } from '../contract/library';
import { keyOf, keyText, sameKey } from './keys';
import type { Notices } from './notices.svelte';
import { reasonOf } from './reason';
import type { Runs } from './runs.svelte';
import { words } from './words';

/** How often other tabs' commits are read at most. */
const REFRESH_INTERVAL_MS = 500;
/** A tab that dies says nothing; where there are no locks to wait for, what runs elsewhere is looked at again. */
const ELSEWHERE_INTERVAL_MS = 5000;

/** What the open conversation must hear from the library. */
export interface LibraryListener {
  loaded(manifest: PersistedSessionManifest): Promise<void>;
  projectOpened(projectId: string): Promise<void>;
  /** This tab stored a new state of the session. */
  stored(session: PersistedChatSession): void;
  /** The heads were read anew; `changed` are sessions that other tabs stored. */
  refreshed(changed: SessionKey[]): void;
  gone(key: SessionKey): void;
  chatChanged(id: string, deleted: boolean): void;
}

/** What there is: projects, the heads of all sessions, chats. */
export class Library {
  phase = $state<'loading' | 'ready' | 'failed'>('loading');
  /** Why loading failed. */
  error = $state<string | null>(null);
  projects = $state.raw<Project[]>([]);
  projectId = $state<string>(FIRST_PROJECT.id);
  chats = $state.raw<ChatSession[]>([]);
  /** As last read from disk. */
  #stored = $state.raw<SessionHead[]>([]);
  /** All sessions as they are now, newest first. */
  heads = $derived.by(() => {
    const running = this.#runs.heads;
    if (running.length === 0) return this.#stored;
    const resting = this.#stored.filter((head) => !running.some((run) => sameKey(keyOf(run), keyOf(head))));
    return newestFirst([...running, ...resting]);
  });
  /** The open project's. */
  rows = $derived.by(() => this.heads.filter(({ projectId }) => projectId === this.projectId));
  listener: LibraryListener | null = null;

  readonly #holdfast: Holdfast;
  readonly #runs: Runs;
  readonly #notices: Notices;
  #watching = false;
  /** Counts this tab's own changes: what was read while one happened may be older than it. */
  #edits = 0;
  /** Sessions that other tabs changed since the open conversation last heard of it. */
  #changed: SessionKey[] = [];
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #refreshAt = 0;
  /** Sessions of other tabs whose run's end is waited for. */
  readonly #elsewhere = new SvelteSet<string>();

  constructor(holdfast: Holdfast, runs: Runs, notices: Notices) {
    this.#holdfast = holdfast;
    this.#runs = runs;
    this.#notices = notices;
  }

  /** Reads all lists and opens what was open last. Never rejects: a failure shows in `phase`. */
  async load(): Promise<void> {
    this.phase = 'loading';
    this.#watch();
    const { library, projects } = this.#holdfast;
    try {
      const [heads, manifest, list] = await Promise.all([library.heads(), library.manifest(), projects.list()]);
      this.#stored = heads;
      this.projects = list.projects;
      this.projectId = this.#projectToOpen(manifest);
      this.phase = 'ready';
      this.error = null;
      void this.#readChats();
      await this.listener?.loaded(manifest);
    } catch (error) {
      this.error = reasonOf(error);
      this.phase = 'failed';
    }
  }

  retry(): Promise<void> {
    return this.load();
  }

  async openProject(id: string): Promise<void> {
    this.projectId = id;
    await this.listener?.projectOpened(id);
  }

  async createProject(name: string): Promise<void> {
    await this.#orNotice(async () => {
      const project = await this.#holdfast.projects.create({ name });
      this.projects = [...this.projects, project];
      await this.openProject(project.id);
    });
  }

  async renameProject(id: string, name: string): Promise<void> {
    await this.#orNotice(async () => {
      const renamed = await this.#holdfast.projects.rename({ id, name });
      this.projects = this.projects.map((project) => (project.id === id ? renamed : project));
    });
  }

  /** Deletes the project and all its conversations. */
  async deleteProject(id: string): Promise<void> {
    this.#runs.dropProject(id);
    await this.#orNotice(async () => {
      await this.#holdfast.projects.delete({ id });
      this.projects = this.projects.filter((project) => project.id !== id);
      this.#stored = this.#stored.filter((head) => head.projectId !== id);
      if (this.projects.length === 0) this.projects = [await this.#holdfast.projects.create(FIRST_PROJECT)];
      if (this.projectId === id) await this.openProject(this.projects[0]!.id);
    });
  }

  /** Renames for good; the order by time of use stays. */
  async renameSession(key: SessionKey, title: string): Promise<void> {
    const name = title.trim();
    if (name === '') return;
    this.#edits++;
    const run = this.#runs.get(key);
    await this.#orNotice(async () => {
      if (run) {
        run.setTitle(name);
        return run.save();
      }
      const session = await this.#holdfast.library.session(key);
      if (!session) return this.#lost(key);
      const renamed = { ...session, title: name };
      await this.#holdfast.sessions.saveSession(renamed);
      this.keep(renamed);
    });
  }

  /** Deletes at once; a run of the session is stopped before. */
  async deleteSession(key: SessionKey): Promise<void> {
    const title = this.rows.find((row) => sameKey(keyOf(row), key))?.title ?? words.untitled;
    this.#runs.drop(key);
    try {
      await this.#holdfast.sessions.deleteSession(key);
      this.#lost(key);
    } catch (error) {
      this.#notices.add(words.notDeleted(title, reasonOf(error)));
      await this.#refresh();
    }
  }

  /** Takes over a session as this tab stored it. */
  keep(session: PersistedChatSession): void {
    this.#edits++;
    const others = this.#stored.filter((head) => !sameKey(keyOf(head), keyOf(session)));
    this.#stored = newestFirst([headOf(session, session.messages.length), ...others]);
    this.listener?.stored(session);
    if (this.#changed.length > 0) this.refreshSoon();
  }

  /** Reads the heads again, such as when the page comes back to sight. */
  refreshSoon(delayMs = REFRESH_INTERVAL_MS): void {
    const at = Date.now() + delayMs;
    if (this.#refreshTimer !== undefined && this.#refreshAt <= at) return;
    clearTimeout(this.#refreshTimer);
    this.#refreshAt = at;
    this.#refreshTimer = setTimeout(() => void this.#refresh(), delayMs);
  }

  #projectToOpen({ lastProjectId }: PersistedSessionManifest): string {
    const known = [lastProjectId, this.heads[0]?.projectId, this.projects[0]?.id];
    const exists = (id: string | undefined) => this.projects.some((project) => project.id === id);
    return known.find(exists) ?? FIRST_PROJECT.id;
  }

  #watch(): void {
    if (this.#watching) return;
    this.#watching = true;
    this.#holdfast.library.watch((change) => this.#hear(change));
  }

  #hear(change: Change): void {
    if (change.kind === 'chat') {
      void this.#readChats();
      this.listener?.chatChanged(change.session, change.deleted);
    } else if (change.kind === 'project') {
      void this.#readProjects();
    } else if (change.kind === 'session') {
      if (change.deleted) {
        this.#runs.drop(change);
        this.#lost(change);
      }
      this.#changed = [...this.#changed, change];
      this.refreshSoon();
    }
  }

  async #refresh(): Promise<void> {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = undefined;
    await this.#orNotice(async () => {
      let edits: number;
      do {
        edits = this.#edits;
        this.#stored = await this.#holdfast.library.heads();
      } while (edits !== this.#edits);
      for (const head of this.#stored) {
        // Another tab may have renamed what runs here.
        const run = this.#runs.get(keyOf(head));
        if (run && run.live.head.title !== head.title) run.setTitle(head.title);
        if (!run && isRunning(head)) this.#waitForEnd(keyOf(head));
      }
      this.listener?.refreshed(this.#changed);
      // What runs here is not to be read; it is looked at when its run is over.
      this.#changed = this.#changed.filter((key) => this.#runs.get(key));
    });
  }

  #waitForEnd(key: SessionKey): void {
    this.refreshSoon(ELSEWHERE_INTERVAL_MS);
    const id = keyText(key);
    if (this.#elsewhere.has(id)) return;
    this.#elsewhere.add(id);
    void this.#holdfast.library.runEnds(key).then(() => {
      this.#elsewhere.delete(id);
      this.refreshSoon(0);
    });
  }

  async #readProjects(): Promise<void> {
    await this.#orNotice(async () => {
      this.projects = (await this.#holdfast.projects.list()).projects;
      this.refreshSoon();
      const [first] = this.projects;
      if (first && !this.projects.some(({ id }) => id === this.projectId)) await this.openProject(first.id);
    });
  }

  async #readChats(): Promise<void> {
    await this.#orNotice(async () => {
      this.chats = (await this.#holdfast.chat.listSessions()).sessions;
    });
  }

  #lost(key: SessionKey): void {
    this.#edits++;
    this.#stored = this.#stored.filter((head) => !sameKey(keyOf(head), key));
    this.listener?.gone(key);
  }

  async #orNotice(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.#notices.add(reasonOf(error));
    }
  }
}

/** Stable, so that a store's own order of equal times stays. */
function newestFirst(heads: SessionHead[]): SessionHead[] {
  return heads.sort((a, b) => b.updatedAt - a.updatedAt);
}
