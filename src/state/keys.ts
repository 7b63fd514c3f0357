import type { PersistedChatSession, SessionKey } from '../contract/sessions';

/** A session's key as one string, for maps in memory; NUL cannot occur in an id, so two keys never collide. */
export function keyText({ projectId, sessionId }: SessionKey): string {
  return `${projectId}\0${sessionId}`;
}

export function sameKey(a: SessionKey | null, b: SessionKey | null): boolean {
  return a?.projectId === b?.projectId && a?.sessionId === b?.sessionId;
}

export function keyOf({ projectId, id }: Pick<PersistedChatSession, 'projectId' | 'id'>): SessionKey {
  return { projectId, sessionId: id };
}
