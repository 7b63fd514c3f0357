import { boundRawValue, boundText, boundToolContent } from './bounds';
import { invalidArgument } from './errors';
import { idProblem } from './ids';
import {
  ACTIVITY_STATUSES,
  ARTIFACT_KINDS,
  MESSAGE_STATUSES,
  SESSION_STATUSES,
  type PersistedActiveRun,
  type PersistedArtifact,
  type PersistedChatMessage,
  type PersistedChatSession,
  type PersistedSessionManifest,
  type PersistedToolActivity,
  type PersistedUploadedAttachment,
  type ToolContent,
  type ToolContentBlock,
  type ToolLocation,
} from './sessions';

/**
 * Rebuilds a session from its known fields, at the page's door and at the disk's: unknown fields and malformed items
 * go, malformed fields get their default, tool texts are bounded. The result shares no object with the argument.
 * Throws `invalid-argument` for what cannot be a session: no object, a bad id, `messages` that is no list.
 */
export function sanitizeSession(value: unknown): PersistedChatSession {
  const session = asRecord(value);
  if (!session) throw invalidArgument('', 'The session must be an object.');
  const id = checkedId(session.id, 'id');
  const projectId = checkedId(session.projectId, 'projectId');
  if (!Array.isArray(session.messages)) throw invalidArgument('messages', 'messages: must be a list');
  const activities = list(session.activities, sanitizeActivity);
  const activeRun = sanitizeActiveRun(session.activeRun);
  const artifacts = list(session.artifacts, sanitizeArtifact);
  return {
    id,
    projectId,
    title: typeof session.title === 'string' ? session.title : id,
    cwd: text(session.cwd),
    status: oneOf(SESSION_STATUSES, session.status, 'idle'),
    messages: list(session.messages, sanitizeMessage) ?? [],
    ...(activities && { activities }),
    ...(activeRun && { activeRun }),
    ...(isNonEmpty(session.error) && { error: session.error }),
    ...(artifacts && { artifacts }),
    createdAt: finite(session.createdAt),
    updatedAt: finite(session.updatedAt),
  };
}

/** A message, or `undefined` where it lacks what makes it one. Assigned field by field: long sessions have thousands. */
function sanitizeMessage(value: unknown): PersistedChatMessage | undefined {
  const message = asRecord(value);
  if (!message || !isNonEmpty(message.id) || typeof message.content !== 'string') return undefined;
  if (message.role !== 'user' && message.role !== 'agent') return undefined;
  const clean: PersistedChatMessage = {
    id: message.id,
    role: message.role,
    content: message.content,
    status: oneOf(MESSAGE_STATUSES, message.status, 'complete'),
    eventIds: list(message.eventIds, asString) ?? [],
    createdAt: finite(message.createdAt),
    updatedAt: finite(message.updatedAt),
  };
  if (isNonEmpty(message.streamId)) clean.streamId = message.streamId;
  if (isNonEmpty(message.responseToMessageId)) clean.responseToMessageId = message.responseToMessageId;
  const artifactIds = list(message.artifactIds, asString);
  if (artifactIds) clean.artifactIds = artifactIds;
  const uploads = list(message.uploads, sanitizeUpload);
  if (uploads) clean.uploads = uploads;
  return clean;
}

/** A tool activity with its texts bounded, or `undefined` where it has no id. */
function sanitizeActivity(value: unknown): PersistedToolActivity | undefined {
  const activity = asRecord(value);
  if (!activity || !isNonEmpty(activity.id)) return undefined;
  const clean: PersistedToolActivity = {
    id: activity.id,
    kind: 'tool',
    title: text(activity.title),
    status: oneOf(ACTIVITY_STATUSES, activity.status, 'completed'),
    sortIndex: finite(activity.sortIndex),
    eventIds: list(activity.eventIds, asString) ?? [],
  };
  const toolContent = list(activity.toolContent, sanitizeToolContent);
  const toolLocations = list(activity.toolLocations, sanitizeLocation);
  const rawInput = boundRawValue(activity.rawInput);
  const rawOutput = boundRawValue(activity.rawOutput);
  if (isNonEmpty(activity.providerToolName)) clean.providerToolName = activity.providerToolName;
  if (isNonEmpty(activity.toolKind)) clean.toolKind = activity.toolKind;
  if (toolContent) clean.toolContent = boundToolContent(toolContent);
  if (toolLocations) clean.toolLocations = toolLocations;
  if (typeof activity.terminalOutput === 'string') clean.terminalOutput = boundText(activity.terminalOutput);
  if (isFiniteNumber(activity.terminalExitCode)) clean.terminalExitCode = activity.terminalExitCode;
  if (rawInput !== undefined) clean.rawInput = rawInput;
  if (rawOutput !== undefined) clean.rawOutput = rawOutput;
  if (isFiniteNumber(activity.createdAt)) clean.createdAt = activity.createdAt;
  if (isFiniteNumber(activity.updatedAt)) clean.updatedAt = activity.updatedAt;
  return clean;
}

/** An artifact reference without its bytes, or `undefined` where it lacks what makes it one. */
function sanitizeArtifact(value: unknown): PersistedArtifact | undefined {
  const artifact = asRecord(value);
  if (!artifact || !isNonEmpty(artifact.id) || !isNonEmpty(artifact.path)) return undefined;
  const kind = ARTIFACT_KINDS.find((known) => known === artifact.kind);
  if (!kind) return undefined;
  return {
    id: artifact.id,
    kind,
    path: artifact.path,
    ...(typeof artifact.fileUrl === 'string' && { fileUrl: artifact.fileUrl }),
    ...(typeof artifact.name === 'string' && { name: artifact.name }),
    ...(typeof artifact.mimeType === 'string' && { mimeType: artifact.mimeType }),
    ...(typeof artifact.sha256 === 'string' && { sha256: artifact.sha256 }),
    ...(isFiniteNumber(artifact.size) && { size: artifact.size }),
    ...(isFiniteNumber(artifact.mtimeMs) && { mtimeMs: artifact.mtimeMs }),
  };
}

/** The stored pointer; a damaged one reads as empty. */
export function sanitizeManifest(value: unknown): PersistedSessionManifest {
  const manifest = asRecord(value) ?? {};
  return {
    version: 1,
    ...(isNonEmpty(manifest.lastProjectId) && { lastProjectId: manifest.lastProjectId }),
    ...(isNonEmpty(manifest.lastSessionId) && { lastSessionId: manifest.lastSessionId }),
  };
}

function sanitizeActiveRun(value: unknown): PersistedActiveRun | undefined {
  const run = asRecord(value);
  if (!run || !isNonEmpty(run.promptMessageId) || !isFiniteNumber(run.startedAt)) return undefined;
  return { promptMessageId: run.promptMessageId, startedAt: run.startedAt };
}

function sanitizeUpload(value: unknown): PersistedUploadedAttachment | undefined {
  const upload = asRecord(value);
  if (!upload || !isNonEmpty(upload.id) || !isNonEmpty(upload.sessionId)) return undefined;
  if (!isNonEmpty(upload.name) || !isNonEmpty(upload.path)) return undefined;
  return {
    id: upload.id,
    sessionId: upload.sessionId,
    name: upload.name,
    originalName: typeof upload.originalName === 'string' ? upload.originalName : upload.name,
    path: upload.path,
    size: finite(upload.size),
    ...(typeof upload.mimeType === 'string' && { mimeType: upload.mimeType }),
  };
}

function sanitizeToolContent(value: unknown): ToolContent | undefined {
  const entry = asRecord(value);
  if (entry?.type === 'diff') {
    const { path, oldText, newText } = entry;
    if (typeof path !== 'string' || typeof newText !== 'string') return undefined;
    return {
      type: 'diff',
      path,
      oldText: typeof oldText === 'string' ? boundText(oldText) : null,
      newText: boundText(newText),
    };
  }
  if (entry?.type !== 'content') return undefined;
  const content = sanitizeContentBlock(entry.content);
  return content && { type: 'content', content };
}

function sanitizeContentBlock(value: unknown): ToolContentBlock | undefined {
  const block = asRecord(value);
  if (block?.type === 'text' && typeof block.text === 'string') return { type: 'text', text: boundText(block.text) };
  if (block?.type === 'resource_link' && typeof block.uri === 'string') {
    return {
      type: 'resource_link',
      uri: block.uri,
      ...(typeof block.name === 'string' && { name: block.name }),
      ...(typeof block.title === 'string' && { title: block.title }),
    };
  }
  const resource = block?.type === 'resource' ? asRecord(block.resource) : undefined;
  return (
    resource && {
      type: 'resource',
      resource: {
        ...(typeof resource.uri === 'string' && { uri: resource.uri }),
        ...(typeof resource.text === 'string' && { text: boundText(resource.text) }),
      },
    }
  );
}

function sanitizeLocation(value: unknown): ToolLocation | undefined {
  const location = asRecord(value);
  if (!location || !isNonEmpty(location.path)) return undefined;
  return { path: location.path, ...(isFiniteNumber(location.line) && { line: location.line }) };
}

function checkedId(value: unknown, path: string): string {
  const problem = idProblem(value);
  if (problem) throw invalidArgument(path, `${path}: ${problem}`);
  return value as string;
}

/** The good items of a list in their order; `undefined` where there is no list: presence is preserved. */
function list<T>(value: unknown, sanitize: (item: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items: T[] = [];
  for (let index = 0; index < value.length; index++) {
    const item = sanitize(value[index]);
    if (item !== undefined) items.push(item);
  }
  return items;
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

const asString = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const isNonEmpty = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isFiniteNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const finite = (value: unknown): number => (isFiniteNumber(value) ? value : 0);

function oneOf<T extends string>(known: readonly T[], value: unknown, otherwise: T): T {
  return known.includes(value as T) ? (value as T) : otherwise;
}
