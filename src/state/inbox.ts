import type { SessionUpdate } from '../agents/agent';
import type { FilesApi } from '../contract/files';
import type { PersistedArtifact } from '../contract/sessions';
import { fileName, storeArtifact, type FileContent } from './artifact';
import { newId } from '../lib/id';
import { reasonOf } from './reason';
import { words } from './words';

export interface InboxTargets {
  update(update: SessionUpdate): void;
  artifact(artifact: PersistedArtifact): void;
}

/** Passes updates on in the order in which they came, although storing a file takes a while. */
export class Inbox {
  #backlog: Promise<void> | null = null;

  constructor(
    private readonly files: FilesApi,
    private readonly targets: InboxTargets,
  ) {}

  take(update: SessionUpdate): void {
    const file = fileIn(update);
    if (!file && !this.#backlog) return this.targets.update(update);
    const backlog = (this.#backlog ?? Promise.resolve()).then(async () => {
      if (file) await this.#takeFile(file);
      else this.targets.update(update);
      if (this.#backlog === backlog) this.#backlog = null;
    });
    this.#backlog = backlog;
  }

  /** Resolves when everything taken so far was passed on. */
  async drained(): Promise<void> {
    while (this.#backlog) await this.#backlog;
  }

  /** A file that cannot be kept leaves a failed activity in its place, which says why. */
  async #takeFile(file: FileContent): Promise<void> {
    try {
      this.targets.artifact(await storeArtifact(this.files, file));
    } catch (error) {
      this.targets.update({
        sessionUpdate: 'tool_call',
        toolCallId: newId(),
        title: words.fileNotKept(fileName(file)),
        status: 'failed',
        content: [{ type: 'content', content: { type: 'text', text: reasonOf(error) } }],
      });
    }
  }
}

function fileIn(update: SessionUpdate): FileContent | null {
  if (update.sessionUpdate !== 'agent_message_chunk' || update.content.type !== 'resource') return null;
  return update.content.resource;
}
