import { listMember, textMember } from '../lib/member';
import { AgentError } from './agent';
import { send, type OpenAiOptions, type OpenAiServer } from './openai-request';

/**
 * The ids of the models that a server offers, in its own order.
 * Rejects with an `AgentError`, or with the signal's reason after an abort.
 */
export async function listModels(
  server: OpenAiServer,
  signal: AbortSignal = new AbortController().signal,
  options?: OpenAiOptions,
): Promise<string[]> {
  const response = await send(server, '/models', { method: 'GET', signal }, options);
  let answer: unknown;
  try {
    answer = await response.json();
  } catch {
    signal.throwIfAborted();
    throw new AgentError('bad-response', 'The server did not answer with a list of models. Check the address.');
  }
  return [...new Set(entries(answer).map(modelId).filter(Boolean))];
}

/** OpenAI wraps the list in `data`, Ollama in `models`, and some servers in nothing. */
function entries(answer: unknown): unknown[] {
  if (Array.isArray(answer)) return answer;
  const data = listMember(answer, 'data');
  return data.length > 0 ? data : listMember(answer, 'models');
}

function modelId(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  return textMember(entry, 'id') || textMember(entry, 'model') || textMember(entry, 'name');
}
