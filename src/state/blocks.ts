import type { ChatMessage } from '../contract/chat';
import type {
  PersistedArtifact,
  PersistedChatMessage,
  PersistedChatSession,
  PersistedToolActivity,
} from '../contract/sessions';
import { activityOfResult, activityOfUse, durationOf, embedFiles, toolUseId, withoutEmbeds } from './chat-rows';

/**
 * One piece of a transcript. `key` is unique in its list and stays the same while a piece grows, so that a view keeps
 * its elements. Times are epoch milliseconds, 0 where nobody knows.
 */
export type Block =
  | { kind: 'user'; key: string; text: string; files: FileRef[]; at: number }
  | { kind: 'agent'; key: string; text: string; files: FileRef[]; state: AgentTextState; at: number; by?: string }
  | { kind: 'thought'; key: string; text: string; running: boolean; durationMs: number | null }
  | { kind: 'tools'; key: string; activities: Activity[] }
  | { kind: 'files'; key: string; files: FileRef[] }
  | { kind: 'notice'; key: string; tone: 'status' | 'error'; text: string; at: number };

type AgentTextState = 'complete' | 'streaming' | 'interrupted';

/** A tool call of either API. */
export type Activity = Omit<PersistedToolActivity, 'kind' | 'sortIndex' | 'eventIds'>;

/** A file that a piece refers to; whether its bytes are stored shows only when they are asked for. */
export interface FileRef {
  /** Unique in its piece; what `embed://` names in a chat. */
  id: string;
  name: string;
  /** `null` where only a reference without a record is left. */
  path: string | null;
  mimeType?: string;
  /** Bytes. */
  size?: number;
}

/**
 * The transcript of a session. An activity with `sortIndex` k stands before message k, those of one `sortIndex` in the
 * order of their list; whatever lies beyond the messages comes last. Any numbers will do, nothing is left out.
 */
export function sessionBlocks(session: PersistedChatSession): Block[] {
  const artifacts = new Map((session.artifacts ?? []).map((artifact) => [artifact.id, artifact]));
  const lastIndex = session.messages.length;
  const places: PersistedToolActivity[][] = Array.from({ length: lastIndex + 1 }, () => []);
  for (const activity of session.activities ?? []) {
    // Written so that NaN goes to the end as well.
    const place = activity.sortIndex <= lastIndex ? Math.max(0, Math.ceil(activity.sortIndex)) : lastIndex;
    places[place]?.push(activity);
  }
  const list = new BlockList();
  places.forEach((activities, index) => {
    activities.sort((a, b) => a.sortIndex - b.sortIndex || 0).forEach((activity) => list.addActivity(activity));
    const message = session.messages[index];
    if (message) list.add(messageBlock(message, artifacts));
  });
  const unclaimed = [...artifacts.values()].filter(
    ({ id }) => !session.messages.some(({ artifactIds }) => artifactIds?.includes(id)),
  );
  if (unclaimed.length > 0) list.add({ kind: 'files', key: 'files', files: unclaimed.map(artifactFile) });
  return list.blocks;
}

/** The transcript of a chat: one row is one piece, but a tool's result joins the call that it answers. */
export function chatBlocks(messages: ChatMessage[]): Block[] {
  const results = new Map<string, ChatMessage>();
  const calls = new Set(messages.filter(({ kind }) => kind === 'tool_use').map(toolUseId));
  for (const message of messages) {
    const id = message.kind === 'tool_result' ? toolUseId(message) : undefined;
    if (id !== undefined && calls.has(id) && !results.has(id)) results.set(id, message);
  }
  const joined = new Set(results.values());
  const list = new BlockList();
  for (const message of messages) {
    if (message.kind === 'tool_use') list.addActivity(activityOfUse(message, results.get(toolUseId(message) ?? '')));
    else if (message.kind !== 'tool_result') list.add(rowBlock(message));
    else if (!joined.has(message)) list.addActivity(activityOfResult(message));
  }
  return list.blocks;
}

class BlockList {
  readonly blocks: Block[] = [];
  #keys = new Set<string>();

  /** Two records with one id are legal in files from elsewhere; two equal keys would stop the view. */
  add(block: Block): void {
    let key = block.key;
    for (let count = 2; this.#keys.has(key); count++) key = `${block.key}#${count}`;
    this.#keys.add(key);
    this.blocks.push({ ...block, key });
  }

  addActivity(activity: Activity): void {
    const last = this.blocks.at(-1);
    if (activity.toolKind === 'think') this.add(thoughtBlock(activity));
    else if (last?.kind === 'tools') last.activities.push(activity);
    else this.add({ kind: 'tools', key: `tools:${activity.id}`, activities: [activity] });
  }
}

function messageBlock(message: PersistedChatMessage, artifacts: Map<string, PersistedArtifact>): Block {
  const key = `message:${message.id}`;
  const uploads = (message.uploads ?? []).map(({ id, originalName, name, path, size, mimeType }) => ({
    id,
    name: originalName || name,
    path,
    size,
    ...(mimeType !== undefined && { mimeType }),
  }));
  const made = (message.artifactIds ?? []).map((id) => {
    const artifact = artifacts.get(id);
    return artifact ? artifactFile(artifact) : { id, name: id, path: null };
  });
  const common = { key, text: message.content, files: [...uploads, ...made], at: message.createdAt };
  if (message.role === 'user') return { kind: 'user', ...common };
  const state = message.status === 'error' ? 'interrupted' : message.status;
  return { kind: 'agent', ...common, state };
}

function thoughtBlock(activity: Activity): Block {
  const { id, title, status, toolContent = [], createdAt, updatedAt } = activity;
  const texts = toolContent.map((entry) => {
    if (entry.type === 'diff') return entry.newText;
    if (entry.content.type === 'text') return entry.content.text;
    return entry.content.type === 'resource' ? (entry.content.resource.text ?? '') : entry.content.uri;
  });
  const running = status === 'pending' || status === 'in_progress';
  const knowsTimes = createdAt !== undefined && updatedAt !== undefined && updatedAt >= createdAt;
  return {
    kind: 'thought',
    key: `thought:${id}`,
    text: texts.join('\n\n') || title,
    running,
    durationMs: knowsTimes ? updatedAt - createdAt : null,
  };
}

function artifactFile({ id, name, path, mimeType, size }: PersistedArtifact): FileRef {
  return {
    id,
    name: name || path.split(/[/\\]/).at(-1) || path,
    path,
    ...(mimeType !== undefined && { mimeType }),
    ...(size !== undefined && { size }),
  };
}

function rowBlock(message: ChatMessage): Block {
  const { kind, actor, content: text, meta } = message;
  const key = `row:${message.id}`;
  const at = Date.parse(message.created_at) || 0;
  if (kind === 'thinking') return { kind: 'thought', key, text, running: false, durationMs: durationOf(message) };
  if (kind === 'error') return { kind: 'notice', key, tone: 'error', text, at };
  if (kind === 'status') return { kind: 'notice', key, tone: 'status', text, at };
  const files = embedFiles(message);
  if (actor === 'user') return { kind: 'user', key, text: withoutEmbeds(text), files, at };
  const by = actor === 'system' ? 'System' : typeof meta?.model === 'string' ? meta.model : undefined;
  return { kind: 'agent', key, text, files, state: 'complete', at, ...(by !== undefined && { by }) };
}
