import type { SessionHead } from '../contract/library';
import type { PersistedChatSession } from '../contract/sessions';

/** What a list shows of a session. */
export function headOf(session: PersistedChatSession): SessionHead {
  const { projectId, id, title, cwd, status, error, createdAt, updatedAt, messages } = session;
  return {
    projectId,
    id,
    title,
    cwd,
    status,
    ...(error !== undefined && { error }),
    createdAt,
    updatedAt,
    messageCount: messages.length,
  };
}
