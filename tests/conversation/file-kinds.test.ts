import { describe, expect, it } from 'vitest';
import { fileKind, fileType } from '../../src/ui/conversation/file-kinds';

describe('a file in a message', () => {
  it.each([
    ['chart.png', 'image/png', 'image'],
    ['drawing.svg', 'image/svg+xml', 'image'],
    ['notes.md', 'text/plain', 'markdown'],
    ['notes', 'text/markdown; charset=utf-8', 'markdown'],
    ['data.json', 'application/json', 'text'],
    ['page.html', 'text/html', 'text'], // its source: nothing that a model made runs in this page
    ['photo.heic', 'image/heic', 'other'],
    ['archive.zip', 'application/zip', 'other'],
    ['unknown', undefined, 'other'],
  ])('%s of type %s is shown as %s', (name, mimeType, kind) => {
    expect(fileKind({ name, ...(mimeType !== undefined && { mimeType }) })).toBe(kind);
  });

  it('is named by its ending, else by its type', () => {
    expect(fileType({ name: 'a.tar.gz' })).toBe('GZ');
    expect(fileType({ name: 'report', mimeType: 'application/pdf' })).toBe('PDF');
    expect(fileType({ name: 'report' })).toBe('');
  });
});
