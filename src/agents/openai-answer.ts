import { AgentError, type AgentClient, type StopReason } from './agent';
import { readDelta } from './openai-delta';
import { streamedError } from './openai-errors';
import { ThinkSplitter, type Split } from './openai-think';

/** One answer on its way: hands over what arrives and judges at the end whether it was all. */
export class Answer {
  readonly #client: AgentClient;
  readonly #key: string | undefined;
  readonly #splitter = new ThinkSplitter();
  #understood = false;
  #said = false;
  #finishReason = '';

  constructor(client: AgentClient, key?: string) {
    this.#client = client;
    this.#key = key;
  }

  /** Whether the model has said that it is finished; there may be more, such as a count of tokens. */
  get finished(): boolean {
    return this.#finishReason !== '';
  }

  /** Takes a chunk or a whole answer. What is no JSON counts as noise. Throws an `AgentError` that the server reports. */
  add(data: string): void {
    let json: unknown;
    try {
      json = JSON.parse(data);
    } catch {
      return;
    }
    const delta = readDelta(json);
    if (delta.error !== undefined) throw streamedError(delta.error, this.#key);
    this.#understood ||= delta.text !== '' || delta.thought !== '' || delta.finishReason !== '';
    this.#hand({ thought: delta.thought, text: '' });
    this.#hand(this.#splitter.push(delta.text));
    this.#finishReason ||= delta.finishReason;
  }

  /** Hands over what was held back because it could have been part of a tag. To be called on every way out. */
  flush(): void {
    this.#hand(this.#splitter.end());
  }

  /** `how`: `complete` when the server said that this is all. Throws an `AgentError` when it was not an answer. */
  stopReason(how: 'complete' | 'ended' | 'broken'): StopReason {
    if (how !== 'complete' && !this.finished) {
      if (how === 'broken' || this.#understood) {
        throw new AgentError(
          'unreachable',
          'The connection broke off before the answer was complete. What arrived is kept.',
        );
      }
      throw new AgentError('bad-response', 'What the server sent is no answer of a model. Check the address.');
    }
    switch (this.#finishReason) {
      case 'length':
        return 'max_tokens';
      case 'content_filter':
        return 'refusal';
      case 'error':
        throw new AgentError('server-error', 'The server ended the answer with an error. What arrived is kept.');
      default:
        if (!this.#said) throw new AgentError('bad-response', 'The model ended without an answer.');
        return 'end_turn';
    }
  }

  #hand({ thought, text }: Split): void {
    if (thought)
      this.#client.sessionUpdate({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: thought } });
    if (text) this.#client.sessionUpdate({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
    this.#said ||= text.trim() !== '';
  }
}
