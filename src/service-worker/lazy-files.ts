import { isFileOfBuild } from './build-files';

export interface LazyFile {
  /** Relative to the service worker. */
  url: string;
  /** Whether it is small enough to be stored before it is used. */
  inBackground: boolean;
}

/** The files that the app does not start with, such as the colours of one programming language. */
export class LazyFiles {
  readonly #cacheName: string;
  readonly #files = new Map<string, LazyFile>();

  constructor(cacheName: string, files: LazyFile[]) {
    this.#cacheName = cacheName;
    for (const file of files) this.#files.set(new URL(file.url, location.href).href, file);
  }

  has(url: string): boolean {
    return this.#files.has(url);
  }

  /** The stored file, or the network's, which is then stored. */
  async respond(request: Request): Promise<Response> {
    const cache = await caches.open(this.#cacheName);
    const stored = await cache.match(request, { ignoreVary: true });
    if (stored) return stored;
    const response = await fetch(request);
    if (isFileOfBuild(request, response)) await cache.put(request, response.clone());
    return response;
  }

  /**
   * Stores what is small, so that it works without a network, and in a tab that stays open after the host has a newer
   * version and no longer these files. Rejects at the first file that cannot be had.
   */
  async storeInBackground(): Promise<void> {
    for (const [url, { inBackground }] of this.#files) if (inBackground) await this.respond(new Request(url));
  }

  /** Removes what this build does not have. Only for a build that has taken over: tabs of the old one need theirs. */
  async dropOthers(): Promise<void> {
    const cache = await caches.open(this.#cacheName);
    const requests = await cache.keys();
    await Promise.all(requests.filter(({ url }) => !this.has(url)).map((request) => cache.delete(request)));
  }
}
