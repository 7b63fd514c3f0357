import type { ChatApi } from './chat';
import type { FilesApi } from './files';
import type { LibraryApi } from './library';
import type { ProjectsApi } from './projects';
import type { SessionsApi } from './sessions';

/** Everything that the page can ask for: `window.api` is this without `chat`, `window.client` is `{ chat }`. */
export interface Holdfast {
  sessions: SessionsApi;
  projects: ProjectsApi;
  chat: ChatApi;
  files: FilesApi;
  library: LibraryApi;
  /** The newest state of what was called but not yet committed: for the status line. */
  status: StorageStatus;
}

export interface StorageStatus {
  /** Whether a write is on its way, and the error of the newest write if it failed. */
  current(): { saving: boolean; error: Error | null };
  /** Calls back on every change of `current()`; the returned function ends it. */
  watch(listener: () => void): () => void;
}
