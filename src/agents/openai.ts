import { AgentError, type Agent, type HistoryTurn, type PromptRequest } from './agent';
import { Answer } from './openai-answer';
import { send, type OpenAiOptions, type OpenAiServer } from './openai-request';
import { readEvents } from './openai-stream';
import { promptText } from './prompt-text';

export interface OpenAiConfig extends OpenAiServer {
  model: string;
}

/** Some servers say neither `[DONE]` after the end nor close the connection. */
const AFTER_FINISH_MS = 2_000;

/** An agent behind any server that speaks OpenAI's chat completions. A silent server is waited for without limit. */
export function createOpenAi(config: OpenAiConfig, options?: OpenAiOptions): Agent {
  return {
    async prompt(request, client) {
      const answer = new Answer(client, config.key);
      try {
        const response = await ask(config, options, request);
        const how = await receive(response, answer, request.signal);
        answer.flush();
        return { stopReason: answer.stopReason(how) };
      } catch (error) {
        answer.flush();
        if (request.signal.aborted) return { stopReason: 'cancelled' };
        throw error;
      }
    },
  };
}

function ask(config: OpenAiConfig, options: OpenAiOptions | undefined, request: PromptRequest): Promise<Response> {
  const { prompt, history, signal } = request;
  const messages = toMessages([...history, { role: 'user', text: promptText(prompt) }]);
  const body = JSON.stringify({ model: config.model, messages, stream: true });
  return send(config, '/chat/completions', { method: 'POST', body, signal }, options);
}

/** Many chat templates refuse two turns of the same role in a row, or an empty one. */
function toMessages(turns: HistoryTurn[]): { role: 'user' | 'assistant'; content: string }[] {
  const messages: { role: 'user' | 'assistant'; content: string }[] = [];
  for (const turn of turns) {
    if (turn.text.trim() === '') continue;
    const role = turn.role === 'agent' ? 'assistant' : 'user';
    const last = messages.at(-1);
    if (last?.role === role) last.content += `\n\n${turn.text}`;
    else messages.push({ role, content: turn.text });
  }
  return messages;
}

type End = Parameters<Answer['stopReason']>[0];

async function receive(response: Response, answer: Answer, signal: AbortSignal): Promise<End> {
  const contentType = response.headers.get('Content-Type') ?? '';
  if (contentType.includes('text/html')) {
    await response.body?.cancel();
    throw new AgentError('bad-response', 'A web page answers there, no model. The address usually ends in /v1.');
  }
  if (contentType.includes('application/json')) return receiveWhole(response, answer, signal);
  return response.body ? receiveStream(response.body, answer, signal) : 'ended';
}

/** A server that does not know `stream` answers in one piece. */
async function receiveWhole(response: Response, answer: Answer, signal: AbortSignal): Promise<End> {
  const text = await response.text().catch(() => null);
  signal.throwIfAborted();
  if (text === null) return 'broken';
  answer.add(text);
  return 'complete';
}

async function receiveStream(body: ReadableStream<Uint8Array>, answer: Answer, signal: AbortSignal): Promise<End> {
  const enough = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const how = await readEvents(body, AbortSignal.any([signal, enough.signal]), (data) => {
      signal.throwIfAborted();
      if (enough.signal.aborted) return;
      if (data === '[DONE]') enough.abort();
      else answer.add(data);
      clearTimeout(timer);
      if (answer.finished) timer = setTimeout(() => enough.abort(), AFTER_FINISH_MS);
    });
    signal.throwIfAborted();
    return how === 'stopped' ? 'complete' : how;
  } finally {
    clearTimeout(timer);
  }
}
