import type { ContentBlock, SessionUpdate } from '../agents/agent';
import type { PersistedArtifact, PersistedChatMessage, PersistedChatSession } from '../contract/sessions';
import { appendThought, closeThought, upsertToolCall } from './fold-activity';

/**
 * How messages and activities interleave: an activity is shown before the message whose index is its `sortIndex`,
 * activities of one `sortIndex` in list order. A text chunk that follows an activity starts a new message, so a
 * transcript reads in the order in which the agent spoke and acted.
 */

/** One answer of an agent. `streamId` marks everything that belongs to it. */
export interface Turn {
  promptMessageId: string;
  streamId: string;
}

/**
 * The session after one update; the argument is left as it was, and returned itself where nothing changes.
 * A file in a message chunk is not stored by this: see `foldArtifact`. `now` is in epoch milliseconds.
 */
export function fold(
  session: PersistedChatSession,
  update: SessionUpdate,
  turn: Turn,
  now: number,
): PersistedChatSession {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk': {
      const text = textOf(update.content);
      return text === '' ? session : growMessage(closeThought(session, turn, now), turn, now, { text });
    }
    case 'agent_thought_chunk': {
      const text = textOf(update.content);
      return text === '' ? session : appendThought(closeMessage(session, turn), text, turn, now);
    }
    case 'tool_call':
    case 'tool_call_update':
      if (session.activities?.some(({ id }) => id === update.toolCallId)) return upsertToolCall(session, update, now);
      return upsertToolCall(closeMessage(closeThought(session, turn, now), turn), update, now);
  }
}

/** Attaches a stored file to the message that streams, or to a new one. */
export function foldArtifact(
  session: PersistedChatSession,
  artifact: PersistedArtifact,
  turn: Turn,
  now: number,
): PersistedChatSession {
  const artifacts = session.artifacts ?? [];
  const known = artifacts.some(({ id }) => id === artifact.id);
  const withFile = known ? session : { ...session, artifacts: [...artifacts, artifact] };
  return growMessage(closeThought(withFile, turn, now), turn, now, { artifactId: artifact.id });
}

/** How a turn ended: without a word, by the user's Stop, or with an error in words. */
export type TurnEnd = { outcome: 'done' } | { outcome: 'stopped' } | { outcome: 'failed'; error: string };

/** Closes whatever the agent left open and takes the session out of its run. */
export function finishTurn(session: PersistedChatSession, end: TurnEnd, now: number): PersistedChatSession {
  const { activeRun: _run, error: _error, ...rest } = session;
  const failed = end.outcome === 'failed';
  const open = end.outcome === 'done' ? 'completed' : 'failed';
  return {
    ...rest,
    status: failed ? 'error' : 'idle',
    ...(failed && { error: end.error }),
    messages: session.messages.map((message) =>
      message.status === 'streaming' ? { ...message, status: failed ? 'error' : 'complete', updatedAt: now } : message,
    ),
    ...(session.activities && {
      activities: session.activities.map((activity) =>
        activity.status === 'pending' || activity.status === 'in_progress'
          ? { ...activity, status: open, updatedAt: now }
          : activity,
      ),
    }),
    updatedAt: now,
  };
}

function growMessage(
  session: PersistedChatSession,
  turn: Turn,
  now: number,
  { text = '', artifactId }: { text?: string; artifactId?: string },
): PersistedChatSession {
  const { messages } = session;
  const open = openMessage(session, turn) ?? newMessage(session, turn, now);
  const grown: PersistedChatMessage = {
    ...open,
    content: open.content + text,
    ...(artifactId !== undefined && { artifactIds: [...(open.artifactIds ?? []), artifactId] }),
    updatedAt: now,
  };
  const before = messages.at(-1)?.id === open.id ? messages.slice(0, -1) : messages;
  return { ...session, messages: [...before, grown] };
}

function newMessage(session: PersistedChatSession, turn: Turn, now: number): PersistedChatMessage {
  const count = session.messages.filter(({ streamId }) => streamId === turn.streamId).length;
  return {
    id: `${turn.streamId}-${count}`,
    role: 'agent',
    content: '',
    status: 'streaming',
    streamId: turn.streamId,
    responseToMessageId: turn.promptMessageId,
    eventIds: [],
    createdAt: now,
    updatedAt: now,
  };
}

/** The message that the next text chunk belongs to. */
function openMessage(session: PersistedChatSession, turn: Turn): PersistedChatMessage | undefined {
  const last = session.messages.at(-1);
  return last?.streamId === turn.streamId && last.status === 'streaming' ? last : undefined;
}

function closeMessage(session: PersistedChatSession, turn: Turn): PersistedChatSession {
  const open = openMessage(session, turn);
  if (!open) return session;
  return { ...session, messages: [...session.messages.slice(0, -1), { ...open, status: 'complete' }] };
}

function textOf(content: ContentBlock): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'resource_link':
      return `[${content.title ?? content.name}](${content.uri})`;
    case 'resource':
      return '';
  }
}
