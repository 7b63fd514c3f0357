import type { ContentBlock } from '../agents/agent';
import type { FilesApi } from '../contract/files';
import type { PersistedArtifact } from '../contract/sessions';
import { words } from './words';

export type FileContent = Extract<ContentBlock, { type: 'resource' }>['resource'];

/** Hands the bytes to the store and returns what refers to them. Rejects where they are damaged or refused. */
export async function storeArtifact(files: FilesApi, file: FileContent): Promise<PersistedArtifact> {
  const name = fileName(file);
  const blob = new Blob([bytesOf(file)], { type: file.mimeType ?? 'text/plain' });
  const { id, record } = await files.put(blob, name);
  const sha256 = /^sha256\/([0-9a-f]{64})/.exec(record.path)?.[1];
  return {
    id,
    kind: 'managed-file',
    path: record.path,
    name,
    mimeType: record.mime_type,
    ...(sha256 !== undefined && { sha256 }),
    size: blob.size,
  };
}

/** The last part of the address. */
export function fileName({ uri }: FileContent): string {
  return uri.split(/[/\\]/).findLast((part) => part !== '') ?? words.unnamedFile;
}

function bytesOf({ text, blob }: FileContent): string | Uint8Array<ArrayBuffer> {
  if (text !== undefined) return text;
  return Uint8Array.from(atob(blob ?? ''), (character) => character.charCodeAt(0));
}
