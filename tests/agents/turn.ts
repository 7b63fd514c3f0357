import { AgentError } from '../../src/agents/agent';
import type {
  Agent,
  AgentClient,
  ContentBlock,
  HistoryTurn,
  PermissionOption,
  PermissionRequest,
  SessionUpdate,
  StopReason,
  ToolCallFields,
} from '../../src/agents/agent';

export interface Turn {
  stopReason?: StopReason;
  error?: AgentError;
  text: string;
  thought: string;
  updates: SessionUpdate[];
  permissions: PermissionRequest[];
  /** The newest state of every tool call. */
  calls: Map<string, ToolCallFields>;
}

export interface TurnOptions {
  prompt?: ContentBlock[];
  history?: HistoryTurn[];
  sessionId?: string;
  signal?: AbortSignal;
  /** The kind of the option to choose, or what else to do; default: allow once. */
  permission?: PermissionOption['kind'] | 'cancelled' | 'never answer';
  onUpdate?: (update: SessionUpdate) => void;
  onPermission?: () => void;
}

/** Runs one turn as the app does and records everything. An error that is no `AgentError` is thrown on. */
export async function takeTurn(agent: Agent, text: string, options: TurnOptions = {}): Promise<Turn> {
  const turn: Turn = { text: '', thought: '', updates: [], permissions: [], calls: new Map() };
  const { signal = new AbortController().signal, sessionId = 's', history = [] } = options;
  try {
    const prompt = options.prompt ?? [{ type: 'text', text }];
    const response = await agent.prompt({ sessionId, prompt, history, signal }, recorder(turn, options));
    turn.stopReason = response.stopReason;
  } catch (error) {
    if (!(error instanceof AgentError)) throw error;
    turn.error = error;
  }
  return turn;
}

function recorder(turn: Turn, options: TurnOptions): AgentClient {
  return {
    sessionUpdate(update) {
      turn.updates.push(update);
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
        turn.text += update.content.text;
      if (update.sessionUpdate === 'agent_thought_chunk' && update.content.type === 'text') {
        turn.thought += update.content.text;
      }
      if ('toolCallId' in update)
        turn.calls.set(update.toolCallId, { ...turn.calls.get(update.toolCallId), ...update });
      options.onUpdate?.(update);
    },
    requestPermission(request) {
      turn.permissions.push(request);
      const { permission = 'allow_once' } = options;
      options.onPermission?.();
      if (permission === 'never answer') return new Promise(() => {});
      const option = request.options.find(({ kind }) => kind === permission);
      return Promise.resolve(option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' });
    },
  };
}

/** The ids of calls that still look as if they ran. */
export function openCalls(turn: Turn): string[] {
  return [...turn.calls].flatMap(([id, { status }]) => (status === 'completed' || status === 'failed' ? [] : [id]));
}
