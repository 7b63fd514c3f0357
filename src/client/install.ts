import type { Backend } from '../contract/backend';
import type { ChatApi } from '../contract/chat';
import type { Holdfast } from '../contract/holdfast';
import { trustedScriptUrl } from '../lib/trusted-url';
import workerUrl from '../worker/main?worker&url';
import { connect, type Host } from './connect';
import { createHoldfast } from './holdfast';

declare global {
  interface Window {
    api: Omit<Holdfast, 'chat' | 'status'>;
    client: { chat: ChatApi };
  }
}

/** The backend in a worker of its own; calls made before it is up wait for it. */
export function startBackend(): Backend {
  return connect(startWorker);
}

/**
 * Puts `window.api` and `window.client` in place. They are a client of their own: an app on the same backend hears of
 * what is done through them as it hears of another tab.
 */
export function install(backend: Backend): void {
  const { sessions, projects, files, library, chat } = createHoldfast(backend);
  const { loadAll, saveSession, deleteSession, deleteProjectSessions, saveManifest } = sessions;
  const api = {
    sessions: { loadAll, saveSession, deleteSession, deleteProjectSessions, saveManifest },
    projects,
    files: { put: files.put, get: files.get },
    library,
  };
  // Added to what another shell may have put there.
  window.api = { ...window.api, ...api };
  window.client = { ...window.client, chat };
}

function startWorker(): Host {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'holdfast' });
  return {
    endpoint: worker,
    onFailure(report) {
      worker.addEventListener('error', (event) => report(event.message || 'The storage worker could not be loaded.'));
      worker.addEventListener('messageerror', () => report('The storage worker sent something unreadable.'));
    },
    stop: () => worker.terminate(),
  };
}
