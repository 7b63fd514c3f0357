import type { SessionHead } from '../contract/library';
import { INTERRUPTED_ERROR, isRunning, type PersistedChatSession } from '../contract/sessions';

/**
 * The session as it looks when nobody runs it any more: interrupted if it was running, and nothing left open. Returns
 * a new object and changes no timestamp; only the next save puts it on disk.
 */
export function restoreSession(session: PersistedChatSession): PersistedChatSession {
  const { activeRun: _ended, ...rest } = session;
  return {
    ...rest,
    ...interrupted(session),
    messages: session.messages.map((message) =>
      message.status === 'streaming' ? { ...message, status: 'error' } : message,
    ),
    ...(session.activities && {
      activities: session.activities.map((activity) =>
        activity.status === 'pending' || activity.status === 'in_progress'
          ? { ...activity, status: 'failed' }
          : activity,
      ),
    }),
  };
}

export function restoreHead(head: SessionHead): SessionHead {
  return { ...head, ...interrupted(head) };
}

function interrupted({ status, error }: Pick<SessionHead, 'status' | 'error'>) {
  return isRunning({ status }) ? { status: 'error' as const, error: error ?? INTERRUPTED_ERROR } : {};
}
