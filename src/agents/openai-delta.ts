import { listMember, member, textMember } from '../lib/member';

/** What one chunk of a stream, or a whole answer, says. */
export interface Delta {
  text: string;
  thought: string;
  finishReason: string;
  /** The server's `error` member. */
  error?: unknown;
}

/** Reads a `chat.completion.chunk` or a `chat.completion`; what is not understood counts as nothing. */
export function readDelta(answer: unknown): Delta {
  const choice = listMember(answer, 'choices')[0];
  const said = member(choice, 'delta') ?? member(choice, 'message');
  const parts = listMember(said, 'content');
  return {
    text: textMember(said, 'content') || textOf(parts) || textMember(said, 'refusal'),
    thought:
      textMember(said, 'reasoning_content') || // DeepSeek, llama.cpp, vLLM
      textMember(said, 'reasoning') || // Ollama, LM Studio; OpenRouter, which repeats it in the details
      textMember(said, 'thinking') ||
      textOf(listMember(said, 'reasoning_details')) ||
      parts.map((part) => textOf(listMember(part, 'thinking'))).join(''), // Mistral
    finishReason: textMember(choice, 'finish_reason'),
    error: member(answer, 'error') ?? member(choice, 'error') ?? undefined,
  };
}

function textOf(parts: unknown[]): string {
  return parts.map((part) => textMember(part, 'text')).join('');
}
