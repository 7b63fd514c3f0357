/** Something that another tab committed. Sent after the commit; a tab does not hear its own changes. */
export type Change =
  | { kind: 'session'; projectId: string; sessionId: string; deleted: boolean }
  | { kind: 'project'; projectId: string; deleted: boolean }
  | { kind: 'chat'; session: string; deleted: boolean }
  | { kind: 'manifest' }
  | { kind: 'entry'; projectId: string; sessionId: string }
  | { kind: 'setting'; key: string };

/** What travels on the BroadcastChannel: `from` is the sending client, so that it can ignore its own. */
export interface ChangeNotice {
  from: string;
  changes: Change[];
}

export const CHANGES_CHANNEL = 'holdfast:changes';
