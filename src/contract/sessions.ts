import type { DeleteProjectSessionsRequest, SaveSessionManifestRequest } from './arguments';

export const SESSION_STATUSES = ['idle', 'running', 'waiting-permission', 'error'] as const;
export const MESSAGE_STATUSES = ['complete', 'streaming', 'error'] as const;
export const ACTIVITY_STATUSES = ['pending', 'in_progress', 'completed', 'failed'] as const;
export const ARTIFACT_KINDS = ['workspace-file', 'external-file', 'managed-file'] as const;

/** What an interrupted session says when it had no error of its own. */
export const INTERRUPTED_ERROR = 'Session was interrupted before the app closed.';

export type PersistedSessionStatus = (typeof SESSION_STATUSES)[number];

/** Whether an agent is at work in the session, or waits for the user. */
export function isRunning({ status }: { status: PersistedSessionStatus }): boolean {
  return status === 'running' || status === 'waiting-permission';
}

/** A conversation with an agent. Times are epoch milliseconds. An absent list and an empty one are different. */
export interface PersistedChatSession {
  id: string;
  projectId: string;
  title: string;
  cwd: string;
  status: PersistedSessionStatus;
  messages: PersistedChatMessage[];
  activities?: PersistedToolActivity[];
  activeRun?: PersistedActiveRun;
  error?: string;
  artifacts?: PersistedArtifact[];
  createdAt: number;
  updatedAt: number;
}

export interface PersistedActiveRun {
  promptMessageId: string;
  startedAt: number;
}

export interface PersistedChatMessage {
  id: string;
  role: 'user' | 'agent';
  content: string;
  status: (typeof MESSAGE_STATUSES)[number];
  streamId?: string;
  responseToMessageId?: string;
  eventIds: string[];
  artifactIds?: string[];
  uploads?: PersistedUploadedAttachment[];
  createdAt: number;
  updatedAt: number;
}

export interface PersistedUploadedAttachment {
  id: string;
  sessionId: string;
  name: string;
  originalName: string;
  path: string;
  /** Bytes. */
  size: number;
  mimeType?: string;
}

/** A reference to a file; the bytes are never in the record. */
export interface PersistedArtifact {
  id: string;
  kind: (typeof ARTIFACT_KINDS)[number];
  path: string;
  fileUrl?: string;
  name?: string;
  mimeType?: string;
  sha256?: string;
  /** Bytes. */
  size?: number;
  mtimeMs?: number;
}

export interface PersistedToolActivity {
  id: string;
  kind: 'tool';
  title: string;
  status: (typeof ACTIVITY_STATUSES)[number];
  sortIndex: number;
  eventIds: string[];
  providerToolName?: string;
  toolKind?: string;
  toolContent?: ToolContent[];
  toolLocations?: ToolLocation[];
  terminalOutput?: string;
  terminalExitCode?: number;
  /** Any JSON value but `null`. */
  rawInput?: unknown;
  /** Any JSON value but `null`. */
  rawOutput?: unknown;
  createdAt?: number;
  updatedAt?: number;
}

export type ToolContent =
  | { type: 'content'; content: ToolContentBlock }
  | { type: 'diff'; path: string; oldText: string | null; newText: string };

export type ToolContentBlock =
  | { type: 'text'; text: string }
  | { type: 'resource_link'; uri: string; name?: string; title?: string }
  | { type: 'resource'; resource: { uri?: string; text?: string } };

export interface ToolLocation {
  path: string;
  line?: number;
}

/** The last-open pointer. */
export interface PersistedSessionManifest {
  version: 1;
  lastProjectId?: string;
  lastSessionId?: string;
}

/** What a session is stored under: the pair, never a joined string. */
export interface SessionKey {
  projectId: string;
  sessionId: string;
}

export interface LoadAllSessionsResult {
  /** Newest `updatedAt` first. */
  sessions: PersistedChatSession[];
  manifest: PersistedSessionManifest;
}

/** `window.api.sessions`. Every method rejects with a `StorageError`. */
export interface SessionsApi {
  /** Every session, those whose run died shown as interrupted, and the last-open pointer. */
  loadAll(): Promise<LoadAllSessionsResult>;
  /** Stores the whole record as it is now; need not be awaited. Resolves after the commit. */
  saveSession(session: PersistedChatSession): Promise<void>;
  /** Resolves too when there is nothing to delete. */
  deleteSession(request: SessionKey): Promise<void>;
  /** Deletes every session of the project that was saved before this call. */
  deleteProjectSessions(request: DeleteProjectSessionsRequest): Promise<void>;
  /** Replaces the last-open pointer; a field left out is cleared. */
  saveManifest(request: SaveSessionManifestRequest): Promise<void>;
}
