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

/**
 * Puts `window.api` and `window.client` in place and returns the whole of it. Both are there when this returns; calls
 * made before the worker is up wait for it.
 */
export function install(): Holdfast {
  const holdfast = createHoldfast(connect(startWorker));
  const { sessions, projects, files, library, chat } = holdfast;
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
  return holdfast;
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
