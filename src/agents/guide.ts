import { pause } from '../lib/abort';
import type { Agent, StopReason } from './agent';
import { calculate, EXPRESSION_LIMIT } from './calculator';
import { playDemo } from './guide-demo';
import * as words from './guide-words';
import { promptText } from './prompt-text';

/**
 * The agent that is always there: answers from fixed words, works offline, is no language model and says so.
 * `delayMs` lies between two chunks of an answer.
 */
export function createGuide({ delayMs = 20 }: { delayMs?: number } = {}): Agent {
  const alwaysAllowed = new Set<string>();
  return {
    async prompt({ prompt, sessionId, signal }, client) {
      const say = async (text: string) => {
        for (const chunk of chunks(text)) {
          await pause(delayMs, signal);
          client.sessionUpdate({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: chunk } });
        }
      };
      try {
        const text = promptText(prompt).trim();
        let stopReason: StopReason = 'end_turn';
        if (/^\/demo$/i.test(text))
          stopReason = await playDemo({ client, signal, delayMs, say, sessionId, alwaysAllowed });
        else await say(answer(text));
        return { stopReason };
      } catch (error) {
        if (signal.aborted) return { stopReason: 'cancelled' };
        throw error;
      }
    },
  };
}

function answer(text: string): string {
  if (text === '') return words.nothingAsked;
  if (text.startsWith('/')) return answerCommand(text);
  return answerSum(text) ?? (asksAboutApp(text) ? words.tour : words.noModel);
}

function answerCommand(text: string): string {
  const command = text.split(/\s/, 1)[0] ?? text;
  switch (command.toLowerCase()) {
    case '/help':
      return words.help;
    case '/tour':
      return words.tour;
    default:
      return words.unknownCommand(command);
  }
}

/** `null` when the text is no sum: it needs a digit and a sign, and nothing else but an asking phrase around it. */
function answerSum(text: string): string | null {
  if (text.length > EXPRESSION_LIMIT) return null;
  const expression = text
    .replace(/^(what(?:'s|’s| is)|how much is|calculate|compute)\s+/i, '')
    .replace(/[\s=?]+$/, '')
    .replace(/[×·]/g, '*')
    .replace(/÷/g, '/')
    .replace(/−/g, '-');
  if (!/^[\d\s.+\-*/^%()]+$/.test(expression) || !/\d/.test(expression) || !/[+\-*/^%]/.test(expression)) return null;
  const result = calculate(expression);
  return 'value' in result ? words.sum(expression, result.value) : words.sumProblems[result.problem];
}

function asksAboutApp(text: string): boolean {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return (
    /^(hi|hello|hey|hallo|hola|bonjour|ciao|good (morning|afternoon|evening)|help|tour)( (there|guide|you))?$/.test(
      plain,
    ) ||
    /\b(holdfast|this app|this program|this thing)\b/.test(plain) ||
    /^(who|what) are you\b|^what (can|do) (you|i) do\b|^how does (this|it) work\b|^how do i start\b/.test(plain)
  );
}

/** Up to three words each; together they are the text again. */
function chunks(text: string): string[] {
  return text.match(/\s*(?:\S+\s*){1,3}/g) ?? [];
}
