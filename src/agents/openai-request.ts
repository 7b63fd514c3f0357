import { AgentError } from './agent';
import { apiBase } from './openai-address';
import { responseError } from './openai-errors';
import { fetchFailure } from './openai-unreachable';

export interface OpenAiServer {
  /** As the user typed it. */
  address: string;
  key?: string;
}

export interface OpenAiOptions {
  fetch?: typeof fetch;
  /** The origin of the page that asks, which decides what a browser forbids. Default: this page's. */
  pageOrigin?: string;
}

/**
 * Sends a request and gives the response when its status is a success. Throws an `AgentError` for everything else,
 * and the signal's reason after an abort.
 */
export async function send(
  server: OpenAiServer,
  path: string,
  init: { method: 'GET' | 'POST'; body?: string; signal: AbortSignal },
  options: OpenAiOptions = {},
): Promise<Response> {
  const { fetch = globalThis.fetch, pageOrigin = globalThis.location?.origin } = options;
  const url = apiBase(server.address) + path;
  const headers = requestHeaders(server.key, init.body !== undefined);
  let response: Response;
  try {
    response = await fetch(url, {
      ...init,
      headers,
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      // Followed, it could carry the conversation to an origin that the user never set up.
      redirect: 'manual',
    });
  } catch {
    init.signal.throwIfAborted();
    throw await fetchFailure(url, { fetch, pageOrigin, signal: init.signal });
  }
  if (response.ok) return response;
  const error = await responseError(response, server.key);
  init.signal.throwIfAborted();
  throw error;
}

function requestHeaders(key: string | undefined, hasBody: boolean): Headers {
  const headers = new Headers();
  if (hasBody) headers.set('Content-Type', 'application/json');
  if (!key?.trim()) return headers;
  try {
    headers.set('Authorization', `Bearer ${key.trim()}`);
  } catch {
    throw new AgentError('refused', 'The key contains characters that no key has. Enter it again in Settings.');
  }
  return headers;
}
