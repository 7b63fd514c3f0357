/**
 * Who answers. The words are those of the Agent Client Protocol (https://agentclientprotocol.com): a prompt goes in,
 * session updates and permission requests come out, a stop reason ends the turn.
 */
export interface Agent {
  /**
   * Runs one turn. Every update reaches `client` before the promise settles. Aborting `request.signal` is the user's
   * Stop: the turn then resolves with `cancelled`. Rejects with an `AgentError` when the agent could not answer.
   */
  prompt(request: PromptRequest, client: AgentClient): Promise<PromptResponse>;
}

export interface PromptRequest {
  sessionId: string;
  /** What the user sends now. */
  prompt: ContentBlock[];
  /** The turns before it, oldest first. */
  history: HistoryTurn[];
  signal: AbortSignal;
}

export interface HistoryTurn {
  role: 'user' | 'agent';
  text: string;
}

/** What the app does for an agent while a turn runs. */
export interface AgentClient {
  sessionUpdate(update: SessionUpdate): void;
  /** Resolves with the user's choice, or `cancelled` once the turn is stopped. */
  requestPermission(request: PermissionRequest): Promise<PermissionOutcome>;
}

export interface PromptResponse {
  stopReason: StopReason;
}

export type StopReason = 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled';

export type ContentBlock =
  | { type: 'text'; text: string }
  | { type: 'resource_link'; uri: string; name: string; title?: string }
  /** A file that the agent made: `text` or base64 `blob`. */
  | { type: 'resource'; resource: { uri: string; mimeType?: string; text?: string; blob?: string } };

export type ToolKind =
  'read' | 'edit' | 'delete' | 'move' | 'search' | 'execute' | 'think' | 'fetch' | 'switch_mode' | 'other';
export type ToolCallStatus = 'pending' | 'in_progress' | 'completed' | 'failed';

export type ToolCallContent =
  { type: 'content'; content: ContentBlock } | { type: 'diff'; path: string; oldText?: string | null; newText: string };

export interface ToolCallFields {
  title?: string;
  kind?: ToolKind;
  status?: ToolCallStatus;
  /** Replaces the content so far. */
  content?: ToolCallContent[];
  locations?: { path: string; line?: number }[];
  rawInput?: unknown;
  rawOutput?: unknown;
}

export type SessionUpdate =
  | { sessionUpdate: 'agent_message_chunk'; content: ContentBlock }
  | { sessionUpdate: 'agent_thought_chunk'; content: ContentBlock }
  | ({ sessionUpdate: 'tool_call'; toolCallId: string; title: string } & ToolCallFields)
  | ({ sessionUpdate: 'tool_call_update'; toolCallId: string } & ToolCallFields);

export interface PermissionRequest {
  /** May be the first mention of this call. */
  toolCall: { toolCallId: string } & ToolCallFields;
  options: PermissionOption[];
}

export interface PermissionOption {
  optionId: string;
  /** The button's words. */
  name: string;
  kind: 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always';
}

export type PermissionOutcome = { outcome: 'selected'; optionId: string } | { outcome: 'cancelled' };

export const AGENT_ERROR_CODES = [
  'refused',
  'unknown-model',
  'rate-limit',
  'context-too-long',
  'cors',
  'mixed-content',
  'local-network',
  'not-running',
  'unreachable',
  'bad-address',
  'bad-response',
  'server-error',
] as const;
export type AgentErrorCode = (typeof AGENT_ERROR_CODES)[number];

/** Why an agent could not answer, in words for the user; what it had said by then was handed over before. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
  constructor(
    readonly code: AgentErrorCode,
    message: string,
  ) {
    super(message);
  }
}
