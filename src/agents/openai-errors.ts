import { member, textMember } from '../lib/member';
import { AgentError } from './agent';

const QUOTE_LIMIT = 300;

/** Says in words why a server answered with an error status. Reads the body. */
export async function responseError(response: Response, key?: string): Promise<AgentError> {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    return new AgentError('bad-address', 'The server sends this address on to another. Enter that one in Settings.');
  }
  const body = await response.text().catch(() => '');
  return explain(readProblem(parseJson(body) ?? body, response.status), key, response.headers.get('Retry-After'));
}

/** Says in words what an `error` member in an answer or in a stream means. */
export function streamedError(error: unknown, key?: string): AgentError {
  const code = member(error, 'code');
  return explain(readProblem({ error }, typeof code === 'number' ? code : null), key);
}

interface Problem {
  /** `null` when the error came inside an answer and named none. */
  status: number | null;
  /** The server's own words. */
  message: string;
  /** Its code and type, for matching only. */
  code: string;
}

const CONTEXT_TOO_LONG = new RegExp(
  [
    'context_length_exceeded|exceed_context_size', // OpenAI, llama.cpp
    'maximum context length|max_model_len|longer than the maximum model length', // vLLM
    'exceeds? the (available )?context|context (size|length|window) (has been )?exceeded|exceed context window', // llama.cpp
    'context length of only|n_keep|reached context length|context the overflows', // LM Studio
    'input length exceeds|prompt (is )?too long|input is too long|too many tokens', // Ollama and others
  ].join('|'),
  'i',
);
const UNKNOWN_MODEL =
  /model_not_found|model\b.{0,200}?(not found|does not exist|doesn't exist|not loaded|not available|not supported)|no models? loaded|(unknown|invalid) model|not a valid model|try pulling/is;

function explain({ status, message, code }: Problem, key?: string, retryAfter: string | null = null): AgentError {
  const quoted = quote(message, key);
  const all = `${code} ${message}`;
  if (status === 401 || status === 403) return refused(status, key);
  if (CONTEXT_TOO_LONG.test(all) && status !== 429) {
    return new AgentError(
      'context-too-long',
      'The conversation is longer than the model can take. Start a new one, or give the model a larger context.',
    );
  }
  if (status === 429) return rateLimit(all, retryAfter);
  if ((status ?? 0) < 500 && UNKNOWN_MODEL.test(all)) {
    return new AgentError('unknown-model', `The server does not have this model. Choose another in Settings.${quoted}`);
  }
  if (status === 404 || status === 405 || /unexpected endpoint/i.test(message)) {
    return new AgentError(
      'bad-address',
      `The server answers, but not at this address. The address usually ends in /v1.${quoted}`,
    );
  }
  if (status === 503 && /loading/i.test(message)) {
    return new AgentError('server-error', 'The model is still loading. Try again in a moment.');
  }
  if (status === null) return new AgentError('server-error', `The server ended the answer with an error.${quoted}`);
  if (status >= 500) return new AgentError('server-error', `The server had an error (${status}). Try again.${quoted}`);
  return new AgentError('bad-response', `The server did not take the request (${status}).${quoted}`);
}

function refused(status: number, key?: string): AgentError {
  const what = key?.trim()
    ? `The server refused the key (${status}). Check it`
    : `The server wants a key (${status}). Enter one`;
  return new AgentError('refused', `${what} in Settings.`);
}

function rateLimit(all: string, retryAfter: string | null): AgentError {
  if (/insufficient_quota/.test(all)) {
    return new AgentError('rate-limit', 'The account of this key has no credit left.');
  }
  const seconds = retryAfter === null ? NaN : secondsUntil(retryAfter);
  const when = Number.isFinite(seconds) ? `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : 'in a moment';
  return new AgentError('rate-limit', `The server takes no more requests for now. Try again ${when}.`);
}

/** Retry-After is a number of seconds or a date. */
function secondsUntil(retryAfter: string): number {
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Math.max(1, Math.ceil(seconds));
}

/** Servers say it as {error: {message}}, {error: text}, {message}, {detail} or as plain text. */
function readProblem(body: unknown, status: number | null): Problem {
  const error = member(body, 'error') ?? body;
  const message =
    typeof error === 'string'
      ? error
      : textMember(error, 'message') || textMember(error, 'detail') || textMember(error, 'error');
  return { status, message, code: `${String(member(error, 'code') ?? '')} ${textMember(error, 'type')}` };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Some servers repeat the key they were sent, so it is taken out; a web page is of no use to a reader. */
function quote(message: string, key?: string): string {
  const clean = key?.trim() ? message.replaceAll(key.trim(), '…') : message;
  const line = clean.replace(/\s+/g, ' ').trim();
  if (line === '' || line.startsWith('<')) return '';
  return ` It says: ${line.length > QUOTE_LIMIT ? `${line.slice(0, QUOTE_LIMIT)}…` : line}`;
}
