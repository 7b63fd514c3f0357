import type { ContentBlock, SessionUpdate, ToolCallContent, ToolCallFields } from '../agents/agent';
import type { PersistedChatSession, PersistedToolActivity, ToolContent, ToolContentBlock } from '../contract/sessions';
import type { Turn } from './fold';
import { words } from './words';

type ToolUpdate = Extract<SessionUpdate, { toolCallId: string }>;

/**
 * Creates the activity of a tool call or changes it. Real agents announce a call in any order, twice, or only when
 * they ask for permission; so every mention of an unknown id creates, and a status only moves forward.
 */
export function upsertToolCall(session: PersistedChatSession, update: ToolUpdate, now: number): PersistedChatSession {
  const activities = session.activities ?? [];
  const index = activities.findIndex(({ id }) => id === update.toolCallId);
  const known = activities[index];
  if (!known) return { ...session, activities: [...activities, newActivity(session, update, now)] };
  const changed: PersistedToolActivity = {
    ...known,
    ...fieldsOf(update),
    status: later(known.status, update.status),
    updatedAt: now,
  };
  return { ...session, activities: activities.map((activity, at) => (at === index ? changed : activity)) };
}

/** Grows the open thought of this turn or starts one; its times tell how long it took. */
export function appendThought(
  session: PersistedChatSession,
  text: string,
  turn: Turn,
  now: number,
): PersistedChatSession {
  const activities = session.activities ?? [];
  const open = openThought(session, turn);
  if (open) {
    const grown = { ...open, toolContent: [textContent(thoughtText(open) + text)], updatedAt: now };
    return { ...session, activities: activities.map((activity) => (activity === open ? grown : activity)) };
  }
  const count = activities.filter(({ id }) => id.startsWith(thoughtPrefix(turn))).length;
  const thought: PersistedToolActivity = {
    id: `${thoughtPrefix(turn)}${count}`,
    kind: 'tool',
    title: words.thinking,
    status: 'in_progress',
    sortIndex: session.messages.length,
    eventIds: [],
    toolKind: 'think',
    toolContent: [textContent(text)],
    createdAt: now,
    updatedAt: now,
  };
  return { ...session, activities: [...activities, thought] };
}

export function closeThought(session: PersistedChatSession, turn: Turn, now: number): PersistedChatSession {
  const open = openThought(session, turn);
  if (!open) return session;
  const closed: PersistedToolActivity = { ...open, status: 'completed', updatedAt: now };
  return { ...session, activities: session.activities?.map((activity) => (activity === open ? closed : activity)) };
}

function openThought({ activities }: PersistedChatSession, turn: Turn): PersistedToolActivity | undefined {
  const last = activities?.at(-1);
  return last?.id.startsWith(thoughtPrefix(turn)) && last.status === 'in_progress' ? last : undefined;
}

const thoughtPrefix = ({ streamId }: Turn): string => `${streamId}-thought-`;

function thoughtText({ toolContent }: PersistedToolActivity): string {
  const [first] = toolContent ?? [];
  return first?.type === 'content' && first.content.type === 'text' ? first.content.text : '';
}

function newActivity(session: PersistedChatSession, update: ToolUpdate, now: number): PersistedToolActivity {
  return {
    id: update.toolCallId,
    kind: 'tool',
    title: update.title ?? update.kind ?? '',
    sortIndex: session.messages.length,
    eventIds: [],
    ...fieldsOf(update),
    status: update.status ?? 'pending',
    createdAt: now,
    updatedAt: now,
  };
}

/** The fields that an update names; the others stay as they are. */
function fieldsOf(fields: ToolCallFields): Partial<PersistedToolActivity> {
  const { title, kind, content, locations, rawInput, rawOutput } = fields;
  return {
    ...(title !== undefined && { title }),
    ...(kind !== undefined && { toolKind: kind }),
    ...(content !== undefined && { toolContent: content.map(storedContent) }),
    ...(locations !== undefined && { toolLocations: locations }),
    ...(rawInput !== undefined && rawInput !== null && { rawInput }),
    ...(rawOutput !== undefined && rawOutput !== null && { rawOutput }),
  };
}

const STEPS = { pending: 0, in_progress: 1, completed: 2, failed: 2 } as const;

function later(
  known: PersistedToolActivity['status'],
  next: PersistedToolActivity['status'] | undefined,
): PersistedToolActivity['status'] {
  return next !== undefined && STEPS[next] > STEPS[known] ? next : known;
}

function storedContent(content: ToolCallContent): ToolContent {
  if (content.type === 'content') return { type: 'content', content: storedBlock(content.content) };
  return { type: 'diff', path: content.path, oldText: content.oldText ?? null, newText: content.newText };
}

function storedBlock(block: ContentBlock): ToolContentBlock {
  if (block.type !== 'resource') return block;
  const { uri, text } = block.resource;
  return { type: 'resource', resource: { uri, ...(text !== undefined && { text }) } };
}

function textContent(text: string): ToolContent {
  return { type: 'content', content: { type: 'text', text } };
}
