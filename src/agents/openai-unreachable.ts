import { hostPlace, type HostPlace } from '../lib/host';
import { AgentError } from './agent';

interface Circumstances {
  fetch: typeof fetch;
  /** `undefined` outside a browser. */
  pageOrigin: string | undefined;
  signal: AbortSignal;
}

/**
 * Finds out why `fetch` failed: browsers give the same `TypeError` for everything, so that pages cannot look around.
 * Asks the server once more at most. Throws the signal's reason after an abort.
 */
export async function fetchFailure(address: string, { fetch, pageOrigin, signal }: Circumstances): Promise<AgentError> {
  const url = new URL(address);
  const place = hostPlace(url.hostname);
  if (globalThis.navigator?.onLine === false && place === 'public') {
    return new AgentError(
      'unreachable',
      `This device is offline, and ${url.host} is not on it. Try again when it is online.`,
    );
  }
  const permission = pageOrigin === undefined ? null : await localPermission(pageOrigin, place);
  if (permission === 'denied') return localNetwork(url);
  if (pageOrigin?.startsWith('https:') && url.protocol === 'http:' && !mayBeInsecure(url.hostname, permission)) {
    return new AgentError(
      'mixed-content',
      `The browser does not let a secure page use ${url.origin}. Give the server an https address, or run it on this device.`,
    );
  }
  if (await answersAnyone(address, fetch, signal)) return cors(url, pageOrigin);
  if (permission === 'prompt') {
    return new AgentError(
      'not-running',
      `Nothing answers at ${url.origin}, or the browser has not let this page reach it. Start the server, and allow access to the local network when asked.`,
    );
  }
  if (place === 'public') {
    return new AgentError('not-running', `Nothing answers at ${url.origin}. Check the address and the network.`);
  }
  return new AgentError('not-running', `Nothing answers at ${url.origin}. Start the server, or check the address.`);
}

/** A `no-cors` request succeeds whenever something listens, whatever it answers. It carries no key. */
async function answersAnyone(address: string, fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(address, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal,
    });
    return true;
  } catch {
    signal.throwIfAborted();
    return false;
  }
}

/** The browser's leave to reach a local server from a public page; `null` where it does not ask for one. */
async function localPermission(pageOrigin: string, place: HostPlace): Promise<PermissionState | null> {
  if (place === 'public' || hostPlace(new URL(pageOrigin).hostname) !== 'public') return null;
  const names = [place === 'device' ? 'loopback-network' : 'local-network', 'local-network-access'];
  for (const name of names) {
    try {
      // TypeScript's list of names lacks these.
      const status = await navigator.permissions.query({ name: name as PermissionName });
      return status.state;
    } catch {
      // The browser does not know this name.
    }
  }
  return null;
}

/** Browsers that ask for leave lift their ban on plain http where the name alone shows that the server is local. */
function mayBeInsecure(hostname: string, permission: PermissionState | null): boolean {
  const place = hostPlace(hostname);
  return place === 'device' || (permission !== null && place === 'network' && /^\[|^[\d.]+$|\.local$/.test(hostname));
}

function localNetwork(url: URL): AgentError {
  return new AgentError(
    'local-network',
    `The browser does not let this page reach ${url.origin}. Allow access to the local network in the site settings, beside the address bar.`,
  );
}

function cors(url: URL, pageOrigin = 'this page'): AgentError {
  return new AgentError(
    'cors',
    `A server runs at ${url.origin} but does not let this page read its answers. ${corsSetting(url.port, pageOrigin)}`,
  );
}

/** By the port that a server listens on unless told otherwise. */
function corsSetting(port: string, pageOrigin: string): string {
  switch (port) {
    case '11434':
      return `If it is Ollama, start it with OLLAMA_ORIGINS=${pageOrigin}.`;
    case '1234':
      return 'If it is LM Studio, turn on CORS in its server settings or start it with: lms server start --cors.';
    case '8000':
      return `If it is vLLM, start it with: --allowed-origins '["${pageOrigin}"]'.`;
    default:
      return `Allow the origin ${pageOrigin} in its CORS settings.`;
  }
}
