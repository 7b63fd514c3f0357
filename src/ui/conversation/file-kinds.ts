import type { FileRef } from '../../state/blocks';

type FileKind = 'image' | 'markdown' | 'text' | 'other';

/** How a file can be shown here. An SVG only ever as an image, where it can neither run scripts nor fetch. */
export function fileKind({ name, mimeType = '' }: Pick<FileRef, 'name' | 'mimeType'>): FileKind {
  const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^image\/(?:png|jpeg|gif|webp|svg\+xml)$/.test(type)) return 'image';
  if (type === 'text/markdown' || (/\.(?:md|markdown)$/i.test(name) && (type === '' || type.startsWith('text/')))) {
    return 'markdown';
  }
  return /^text\/|^application\/(?:json|xml|yaml|x-yaml|toml|javascript|x-ndjson)$|\+(?:json|xml)$/.test(type)
    ? 'text'
    : 'other';
}

/** A short word for its type: the name's ending, else the type's. */
export function fileType({ name, mimeType = '' }: Pick<FileRef, 'name' | 'mimeType'>): string {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1];
  return (ending ?? /\/(?:x-)?([a-z0-9]+)/i.exec(mimeType)?.[1] ?? '').toUpperCase();
}
