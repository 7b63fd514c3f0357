import type { ChatMessage } from '../contract/chat';
import type { ToolContent, ToolLocation } from '../contract/sessions';
import type { Activity, FileRef } from './blocks';

/** The id that joins a tool's call to its result, where the row has one. */
export function toolUseId({ kind, meta }: ChatMessage): string | undefined {
  return asText(kind === 'tool_use' ? meta?.id : meta?.toolUseId);
}

/** A call with its result; without one it never finished, as far as this chat tells. */
export function activityOfUse(use: ChatMessage, result: ChatMessage | undefined): Activity {
  const meta = use.meta ?? {};
  const toolKind = asText(meta.toolKind);
  const name = asText(meta.name);
  return {
    ...(result ? outcome(result) : { status: 'failed' as const }),
    id: `row:${use.id}`,
    title: asText(meta.title) || use.content || name || '',
    ...(toolKind !== undefined && { toolKind }),
    ...(name !== undefined && { providerToolName: name }),
    ...(isPresent(meta.input) && { rawInput: meta.input }),
    ...(Array.isArray(meta.locations) && { toolLocations: meta.locations.flatMap(location) }),
  };
}

/** A result whose call is not in this chat. */
export function activityOfResult(result: ChatMessage): Activity {
  return { ...outcome(result), id: `row:${result.id}`, title: asText(result.meta?.name) ?? '' };
}

/** How long a thought took, in milliseconds. */
export function durationOf({ meta }: ChatMessage): number | null {
  const duration = meta?.durationMs;
  return typeof duration === 'number' && duration >= 0 ? duration : null;
}

/** Every file of a row: its records, and what its text refers to without one. */
export function embedFiles({ content, embeds }: ChatMessage): FileRef[] {
  const records = Object.entries(embeds ?? {}).map(([id, { path, mime_type: mimeType, meta }]): FileRef => {
    const size = meta?.size;
    const name = asText(meta?.name) || altOf(content, id) || id;
    return { id, name, path, mimeType, ...(typeof size === 'number' && { size }) };
  });
  const known = new Set(records.map(({ id }) => id));
  const missing = new Map<string, FileRef>();
  for (const [, alt = '', id = ''] of content.matchAll(EMBED_REFERENCE)) {
    if (!known.has(id)) missing.set(id, { id, name: alt || id, path: null });
  }
  return [...records, ...missing.values()];
}

/** The text without its references to files, for where they are shown beside it. */
export const withoutEmbeds = (content: string): string => content.replace(EMBED_REFERENCE, '').trim();

/** `![alt](embed://id)` */
const EMBED_REFERENCE = /!\[([^\]\n]*)\]\(embed:\/\/([^)\s]+)\)/g;

function altOf(content: string, id: string): string | undefined {
  for (const [, alt, referred] of content.matchAll(EMBED_REFERENCE)) if (referred === id) return alt;
  return undefined;
}

function outcome(result: ChatMessage): Pick<Activity, 'status'> & Partial<Activity> {
  const { content } = result;
  const meta = result.meta ?? {};
  const exitCode = meta.exitCode;
  const text: ToolContent[] = content === '' ? [] : [{ type: 'content', content: { type: 'text', text: content } }];
  const toolContent = [...text, ...(Array.isArray(meta.diffs) ? meta.diffs.flatMap(diff) : [])];
  return {
    status: meta.isError === true ? 'failed' : 'completed',
    ...(toolContent.length > 0 && { toolContent }),
    ...(isPresent(meta.rawOutput) && { rawOutput: meta.rawOutput }),
    ...(typeof exitCode === 'number' && { terminalExitCode: exitCode }),
  };
}

// `meta` may hold anything: what does not have the shape meant by the convention is left out, not trusted.
function location(value: unknown): ToolLocation[] {
  const path = asText(member(value, 'path'));
  const line = member(value, 'line');
  return path === undefined ? [] : [{ path, ...(typeof line === 'number' && { line }) }];
}

function diff(value: unknown): ToolContent[] {
  const newText = asText(member(value, 'newText'));
  if (newText === undefined) return [];
  return [
    {
      type: 'diff',
      path: asText(member(value, 'path')) ?? '',
      oldText: asText(member(value, 'oldText')) ?? null,
      newText,
    },
  ];
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
}

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const isPresent = (value: unknown): boolean => value !== undefined && value !== null;
