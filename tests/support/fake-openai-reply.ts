/** How the fake server answers one chat request. Everything is optional; `{}` is an empty answer that ends well. */
export interface FakeReply {
  /** The answer, streamed in pieces of `pieceLength` characters (default 4). */
  text?: string;
  pieceLength?: number;
  /** Reasoning, streamed before the text in the member `thoughtField` (default `reasoning_content`). */
  thought?: string;
  thoughtField?: 'reasoning_content' | 'reasoning' | 'thinking' | 'reasoning_details';
  /** Default `stop`; `null` leaves it out. */
  finishReason?: string | null;
  /** `false` leaves `[DONE]` out. */
  done?: boolean;
  /** `true` keeps the connection open after the last byte, until the client or `close()` ends it. */
  hang?: boolean;
  /** `true` answers `application/json` in one piece even if a stream was asked for. */
  json?: boolean;
  /** An HTTP error instead of an answer. `body` is sent as JSON unless it is a string. */
  error?: { status: number; body?: unknown; headers?: Record<string, string> };
  /** Milliseconds of silence after the headers and before the first chunk: a prefill. */
  prefillMs?: number;
  /** Pieces per second; default: as fast as possible. */
  tokensPerSecond?: number;
  /** Destroys the socket after this many pieces; 0 does so after the headers. */
  breakAfterPieces?: number;
  /** Sends this as the `error` member of an event after `pieces` pieces, and ends the stream. */
  streamError?: { pieces: number; error: unknown };
  /** Cuts the body at this byte offset, or sends it byte by byte. Each part goes out as a packet of its own. */
  split?: number | 'every-byte';
  /** Line ends of the event stream; default `\n`. */
  lineEnd?: '\n' | '\r\n' | '\r';
  /** Sends exactly this body with this type, such as noise or a web page. */
  raw?: { body: string; contentType: string };
}

/** The pieces of an answer as `delta` members, reasoning first. */
export function deltas(reply: FakeReply): Record<string, unknown>[] {
  const length = reply.pieceLength ?? 4;
  return [
    ...cut(reply.thought ?? '', length).map((thought) => thoughtMember(reply, thought)),
    ...cut(reply.text ?? '', length).map((content) => ({ content })),
  ];
}

/** The whole answer as a `message` member. */
export function wholeMessage(reply: FakeReply): Record<string, unknown> {
  return {
    role: 'assistant',
    content: reply.text ?? '',
    ...(reply.thought !== undefined && thoughtMember(reply, reply.thought)),
  };
}

function thoughtMember({ thoughtField = 'reasoning_content' }: FakeReply, thought: string): Record<string, unknown> {
  const value = thoughtField === 'reasoning_details' ? [{ type: 'reasoning.text', text: thought }] : thought;
  return { [thoughtField]: value };
}

/** By code points, so that no piece holds half a character. */
function cut(text: string, length: number): string[] {
  const characters = Array.from(text);
  const pieces: string[] = [];
  for (let start = 0; start < characters.length; start += length) {
    pieces.push(characters.slice(start, start + length).join(''));
  }
  return pieces;
}

/**
 * The script that runs unless another is given, chosen by the last user message:
 * - `#echo` answers with the JSON of the messages it received
 * - `#slow <tokens per second>` streams a long text at that speed
 * - `#wait <milliseconds>` is silent first
 * - `#think` reasons in its own member, `#think-tag` inside `<think>`
 * - `#error <status>` fails; `#break` breaks off in the middle; `#stream-error` reports an error in the middle
 * - `#length`, `#filter` end for that reason; `#empty` says nothing; `#json` does not stream
 * - `#long <words>` writes so many words of Markdown
 * - anything else: `You said: ...`
 */
export function replyTo(lastUserMessage: string, messages: unknown): FakeReply {
  const [command, argument = ''] = lastUserMessage.trim().split(/\s+/, 2);
  const number = Number(argument);
  switch (command) {
    case '#echo':
      return { text: JSON.stringify(messages) };
    case '#slow':
      return { text: longText(400), tokensPerSecond: number || 20 };
    case '#wait':
      return { text: 'That took a while.', prefillMs: number || 1_000 };
    case '#think':
      return { thought: 'Let me think about it.', text: 'I have thought about it.' };
    case '#think-tag':
      return { text: '<think>Let me think about it.</think>\n\nI have thought about it.' };
    case '#error':
      return { error: { status: number || 500 } };
    case '#break':
      return { text: longText(40), breakAfterPieces: 8 };
    case '#stream-error':
      return { text: longText(40), streamError: { pieces: 8, error: { message: 'The model crashed.', code: 500 } } };
    case '#length':
      return { text: 'This is cut', finishReason: 'length' };
    case '#filter':
      return { text: 'I will not', finishReason: 'content_filter' };
    case '#empty':
      return {};
    case '#json':
      return { text: 'All in one piece.', json: true };
    case '#long':
      return { text: longText(number || 1_000), pieceLength: 24 };
    default:
      return { text: `You said: ${lastUserMessage}` };
  }
}

function longText(words: number): string {
  const word = ['kelp', 'holds', '**fast**', 'where', '`waves`', 'break', 'on', 'grey', 'rocks', 'and'];
  return Array.from({ length: words }, (_, n) => word[n % 10] + (n % 40 === 39 ? '.\n\n' : ' ')).join('');
}
