import { manifestSchema, projectSessionsSchema, sessionKeySchema } from '../contract/arguments';
import type { Backend, SaveOutcome, StoredSession, Write } from '../contract/backend';
import { check, readable } from '../contract/check';
import type { SessionHead } from '../contract/library';
import { LOAD_BATCH_SESSIONS } from '../contract/limits';
import { sanitizeSession } from '../contract/sanitize';
import { isRunning, type PersistedChatSession, type SessionKey, type SessionsApi } from '../contract/sessions';
import type { StagedFiles } from './files';
import type { Outbox } from './outbox';
import { Pace } from './pace';
import { PendingSave } from './pending-save';
import { restoreHead, restoreSession } from './restore';
import type { RunLocks } from './run-locks';
import { diffSession } from './session-diff';

/** The page's end of the session files: remembers what it saw of each, so that a save sends what changed. */
export class SessionsClient implements SessionsApi {
  readonly #backend: Backend;
  readonly #outbox: Outbox;
  readonly #locks: RunLocks;
  readonly #files: StagedFiles;
  /** Each session as this client last saw it stored. */
  readonly #seen = new Map<string, StoredSession>();
  /** Saves that were not sent yet: a later save of the same session takes their place. */
  readonly #unsent = new Map<string, PendingSave>();
  readonly #pace: Pace;

  constructor(backend: Backend, outbox: Outbox, locks: RunLocks, files: StagedFiles) {
    this.#backend = backend;
    this.#outbox = outbox;
    this.#locks = locks;
    this.#files = files;
    this.#pace = new Pace(() => outbox.flush());
  }

  loadAll = async () => {
    await this.#outbox.settled();
    const before = new Map(this.#seen);
    const [keys, manifest, alive] = await Promise.all([
      this.#backend.keys(),
      this.#backend.manifest(),
      this.#locks.alive(),
    ]);
    const batches: SessionKey[][] = [];
    for (let at = 0; at < keys.length; at += LOAD_BATCH_SESSIONS)
      batches.push(keys.slice(at, at + LOAD_BATCH_SESSIONS));
    const present = new Set<string>();
    // All asked for at once: the store reads ahead while this page takes over what has come.
    const loaded = await Promise.all(
      batches.map(async (batch) => {
        const stored = await this.#backend.sessions(batch[0]!, batch.at(-1)!);
        return stored.map((one) => {
          present.add(seenKey(keyOf(one.session)));
          return this.#show(one, alive, before);
        });
      }),
    );
    // A session that is gone is new if it is saved again: this client has now seen that it is gone.
    for (const [id, stored] of before) if (!present.has(id) && this.#seen.get(id) === stored) this.#seen.delete(id);
    // A stable sort: equal times stay in key order.
    return { sessions: loaded.flat().sort((a, b) => b.updatedAt - a.updatedAt), manifest };
  };

  heads = async (): Promise<SessionHead[]> => {
    await this.#outbox.settled();
    const [heads, alive] = await Promise.all([this.#backend.heads(), this.#locks.alive()]);
    return heads.map((head) => (alive({ projectId: head.projectId, sessionId: head.id }) ? head : restoreHead(head)));
  };

  session = async (request: SessionKey): Promise<PersistedChatSession | null> => {
    const key = check(sessionKeySchema, request);
    await this.#outbox.settled();
    const before = new Map(this.#seen);
    const [[stored], alive] = await Promise.all([this.#backend.sessions(key, key), this.#locks.alive()]);
    if (stored) return this.#show(stored, alive, before);
    if (this.#seen.get(seenKey(key)) === before.get(seenKey(key))) this.#seen.delete(seenKey(key));
    return null;
  };

  runEnds = async (request: SessionKey): Promise<void> => {
    await this.#locks.ended(check(sessionKeySchema, request));
  };

  saveSession = async (session: PersistedChatSession): Promise<void> => {
    const snapshot = readable('', () => sanitizeSession(session));
    const key = keyOf(snapshot);
    const unsent = this.#unsent.get(seenKey(key));
    const before = unsent?.snapshot ?? this.#seen.get(seenKey(key))?.session;
    // Only the tab that starts a run holds its lock, not one that renames a session which another tab runs.
    if (isRunning(snapshot) && !(before && isRunning(before))) this.#locks.hold(key);
    const paced = before !== undefined && onlyStreams(before, snapshot);
    const save = unsent ?? new PendingSave(key, snapshot, this);
    save.snapshot = snapshot;
    const committed = save.wait();
    if (!unsent) {
      this.#unsent.set(seenKey(key), save);
      this.#outbox.add(save, paced);
    }
    if (paced) this.#pace.touch();
    else this.#outbox.flush();
    return committed;
  };

  deleteSession = async (request: SessionKey): Promise<void> => {
    const key = check(sessionKeySchema, request);
    await this.#delete({ op: 'session.delete', ...key }, (other) => seenKey(other) === seenKey(key));
  };

  deleteProjectSessions = async (request: { projectId: string }): Promise<void> => {
    const { projectId } = check(projectSessionsSchema, request);
    await this.#delete({ op: 'project.clear', projectId }, (other) => other.projectId === projectId);
  };

  /** Deletes the project and its sessions. */
  deleteProject(id: string): Promise<void> {
    return this.#delete({ op: 'project.delete', id }, (other) => other.projectId === id);
  }

  saveManifest = async (request: { lastProjectId?: string; lastSessionId?: string }): Promise<void> => {
    const manifest = check(manifestSchema, request);
    await this.#outbox.write(() => ({ op: 'manifest.save', manifest }));
  };

  /** Makes the write of a save at the moment it is sent: everything before it is committed, so `#seen` is true. */
  encodeSave(save: PendingSave): Write {
    const { key, snapshot } = save;
    this.#unsent.delete(seenKey(key));
    const change = diffSession(this.#seen.get(seenKey(key)) ?? null, snapshot);
    return { op: 'session.save', ...key, change, ...this.#files.attach(filePaths(snapshot)) };
  }

  saveCommitted(save: PendingSave, result: SaveOutcome): void {
    const id = seenKey(save.key);
    const newer = this.#unsent.get(id);
    if (result.outcome === 'resend') {
      this.#seen.delete(id); // the store lost what the change refers to: the next attempt sends everything
      if (newer) newer.join(save);
      else this.#outbox.add(save);
      return;
    }
    if (result.outcome === 'saved') {
      this.#seen.set(id, { session: save.snapshot, epoch: result.epoch });
      this.#files.stored(filePaths(save.snapshot));
    }
    if (!isRunning((newer ?? save).snapshot)) this.#locks.release((key) => seenKey(key) === id);
    save.settle(null);
  }

  async #delete(write: Write, covers: (key: SessionKey) => boolean): Promise<void> {
    // A save issued after this is a new session, not a later state of the deleted one.
    for (const [id, save] of this.#unsent) if (covers(save.key)) this.#unsent.delete(id);
    await this.#outbox.write(() => {
      for (const [id, { session }] of this.#seen) if (covers(keyOf(session))) this.#seen.delete(id);
      return write;
    });
    this.#locks.release((key) => covers(key) && !this.#unsent.has(seenKey(key)) && !this.#seen.has(seenKey(key)));
  }

  /**
   * Remembers what was read and gives out a copy rebuilt from its known fields, repaired if its run died. What this
   * client saved while it was read (`before`: what it had seen then) is newer and stays remembered.
   */
  #show(
    stored: StoredSession,
    alive: (key: SessionKey) => boolean,
    before: ReadonlyMap<string, StoredSession>,
  ): PersistedChatSession {
    const key = keyOf(stored.session);
    const id = seenKey(key);
    if (this.#seen.get(id) === before.get(id)) this.#seen.set(id, stored);
    const session = sanitizeSession(stored.session);
    return alive(key) ? session : restoreSession(session);
  }
}

const keyOf = ({ projectId, id }: PersistedChatSession): SessionKey => ({ projectId, sessionId: id });
const seenKey = ({ projectId, sessionId }: SessionKey): string => JSON.stringify([projectId, sessionId]);

/** Whether the save is one more step of an answer that streams: rapid, small, and followed by the next. */
function onlyStreams(before: PersistedChatSession, next: PersistedChatSession): boolean {
  const last = next.messages.at(-1);
  return (
    isRunning(before) &&
    next.status === before.status &&
    last?.status === 'streaming' &&
    before.messages.length === next.messages.length &&
    before.messages.at(-1)?.id === last.id &&
    before.activities?.length === next.activities?.length
  );
}

function filePaths({ messages, artifacts = [] }: PersistedChatSession): string[] {
  return [...messages.flatMap((message) => message.uploads ?? []), ...artifacts].map((file) => file.path);
}
