import type { HistoryTurn } from '../agents/agent';
import type { PersistedChatMessage, PersistedChatSession } from '../contract/sessions';
import { newId } from '../lib/id';
import { titleOf } from './title';

/** A session that has no messages yet, titled by what will be its first prompt. */
export function newSession(projectId: string, firstPrompt: string, now: number): PersistedChatSession {
  return {
    id: newId(),
    projectId,
    title: titleOf(firstPrompt),
    cwd: '',
    status: 'idle',
    messages: [],
    createdAt: now,
    updatedAt: now,
  };
}

/** The session as it runs on a new message of the user. */
export function askAnew(session: PersistedChatSession, text: string, now: number): PersistedChatSession {
  const prompt: PersistedChatMessage = {
    id: newId(),
    role: 'user',
    content: text,
    status: 'complete',
    eventIds: [],
    createdAt: now,
    updatedAt: now,
  };
  return running({ ...session, messages: [...session.messages, prompt] }, prompt.id, now);
}

/** The session as it runs on the last prompt again, its earlier answer still in it. */
export function askAgain(
  session: PersistedChatSession,
  prompt: PersistedChatMessage,
  now: number,
): PersistedChatSession {
  return running(session, prompt.id, now);
}

/** The message that Retry sends again. */
export function lastPrompt({ messages }: PersistedChatSession): PersistedChatMessage | undefined {
  return messages.findLast(({ role }) => role === 'user');
}

/** The session without the answer to its last prompt, and without what the agent did and made for that answer. */
export function withoutAnswer(session: PersistedChatSession, promptMessageId: string): PersistedChatSession {
  const at = session.messages.findIndex(({ id }) => id === promptMessageId);
  const messages = session.messages.filter(
    ({ responseToMessageId }, index) => index <= at || (responseToMessageId ?? promptMessageId) !== promptMessageId,
  );
  const activities = session.activities?.filter(({ sortIndex }) => sortIndex <= at);
  const dropped = new Set(idsOfFiles(session.messages).filter((id) => !idsOfFiles(messages).includes(id)));
  const artifacts = session.artifacts?.filter(({ id }) => !dropped.has(id));
  return { ...session, messages, ...(activities && { activities }), ...(artifacts && { artifacts }) };
}

/** What the agent is told about the turns before a prompt. */
export function historyBefore(session: PersistedChatSession, promptMessageId: string): HistoryTurn[] {
  const at = session.messages.findIndex(({ id }) => id === promptMessageId);
  return session.messages
    .slice(0, at)
    .filter(({ content }) => content !== '')
    .map(({ role, content }) => ({ role, text: content }));
}

function running(session: PersistedChatSession, promptMessageId: string, now: number): PersistedChatSession {
  const { error: _error, ...rest } = session;
  return { ...rest, status: 'running', activeRun: { promptMessageId, startedAt: now }, updatedAt: now };
}

const idsOfFiles = (messages: PersistedChatMessage[]): string[] =>
  messages.flatMap(({ artifactIds = [] }) => artifactIds);
