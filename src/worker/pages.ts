import type { SessionItem } from '../contract/backend';

/** Chromium writes a row of 64 to 100 KiB at twice its size, a smaller one at nearly three times, a larger one slowly. */
const PAGE_BYTES = 96 * 1024;
const PAGE_ITEMS = 64;

export interface Page {
  n: number;
  items: SessionItem[];
}

export interface Repaged {
  pages: Page[];
  /** Pages that differ from what is stored. */
  written: Page[];
  /** Numbers of pages that are no longer used. */
  dropped: number[];
  nextPage: number;
}

/**
 * Lays a list out in pages, keeping every stored page whose items are still the same objects in the same order: only
 * the pages around a change are written again.
 */
export function repage(stored: Page[], items: SessionItem[], nextPage: number): Repaged {
  const startsWith = new Map(stored.map((page) => [page.items[0], page]));
  const pages: Page[] = [];
  const kept = new Set<Page>();
  let loose: SessionItem[] = [];
  const flush = () => {
    for (const chunk of inChunks(loose)) pages.push({ n: -1, items: chunk });
    loose = [];
  };

  for (let index = 0; index < items.length;) {
    const page = startsWith.get(items[index]);
    const end = index + (page?.items.length ?? 0);
    // A page takes what follows it until it is full or the next page begins; else every new item would get its own.
    const next = items[end];
    const usable = page && matches(page, items, index) && (!next || startsWith.has(next) || !fits(page.items, next));
    if (page && usable && !kept.has(page)) {
      flush();
      pages.push(page);
      kept.add(page);
      index = end;
    } else {
      loose.push(items[index]!);
      index++;
    }
  }
  flush();

  const free = stored.filter((page) => !kept.has(page)).map((page) => page.n);
  const written: Page[] = [];
  for (const page of pages) {
    if (kept.has(page)) continue;
    page.n = free.shift() ?? nextPage++;
    written.push(page);
  }
  return { pages, written, dropped: free, nextPage };
}

function matches(page: Page, items: SessionItem[], from: number): boolean {
  return page.items.every((item, index) => item === items[from + index]);
}

function inChunks(items: SessionItem[]): SessionItem[][] {
  const chunks: SessionItem[][] = [];
  for (const item of items) {
    const chunk = chunks.at(-1);
    if (chunk && fits(chunk, item)) chunk.push(item);
    else chunks.push([item]);
  }
  return chunks;
}

function fits(chunk: SessionItem[], item: SessionItem): boolean {
  return chunk.length < PAGE_ITEMS && chunk.reduce((bytes, other) => bytes + sizeOf(other), sizeOf(item)) <= PAGE_BYTES;
}

const sizes = new WeakMap<SessionItem, number>();

function sizeOf(item: SessionItem): number {
  let size = sizes.get(item);
  if (size === undefined) {
    size = bytesOf(item);
    sizes.set(item, size);
  }
  return size;
}

/** Roughly what structured clone takes: near enough to keep pages of one size. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 4;
  if (typeof value !== 'object' || value === null) return 8;
  if (Array.isArray(value)) return value.reduce<number>((bytes, item) => bytes + bytesOf(item), 8);
  return Object.entries(value).reduce((bytes, [key, member]) => bytes + key.length + 4 + bytesOf(member), 8);
}
