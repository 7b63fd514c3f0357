import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

export interface ServeOptions {
  /** What to serve. */
  dir: string;
  /** 0 takes any free port. */
  port: number;
  /** The path that `dir` is mounted under, such as `/app/`. */
  base?: string;
  /** A directory whose files come before those of `dir`. */
  overlay?: string;
  /** Sent with every file, in place of the usual ones. */
  headers?: Record<string, string>;
}

export interface Served {
  /** Where `dir` is, with a trailing slash. */
  url: string;
  port: number;
  /** Ends every connection, also those that browsers keep open. */
  close(): Promise<void>;
}

/** Serves a built app on 127.0.0.1. Rejects when the port is taken (`EADDRINUSE`). */
export async function serve({ dir, port, base = '/', overlay, headers = {} }: ServeOptions): Promise<Served> {
  const roots = overlay === undefined ? [dir] : [overlay, dir];
  const server = createServer((request, response) => {
    answer(request, response, roots, base, headers).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const taken = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${taken}${base}`,
    port: taken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  roots: string[],
  base: string,
  headers: Record<string, string>,
): Promise<void> {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return end(response, 405, 'Only GET and HEAD are answered');

  const { pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const path = pathname.startsWith(base) ? filePath(pathname.slice(base.length)) : null;
  const file = path === null ? null : await findFile(roots, path);
  if (path !== null && file !== null) {
    response.setHeader('Content-Type', TYPES[extname(file.path)] ?? 'application/octet-stream');
    response.setHeader('Content-Length', file.size);
    response.setHeader('Cache-Control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.method === 'HEAD') return void response.end();
    return void createReadStream(file.path)
      .on('error', (error) => response.destroy(error))
      .pipe(response);
  }
  // The page names its files relative to itself, so an address inside the app leads to the app's own one.
  const isNavigation = request.headers.accept?.includes('text/html') ?? false;
  if (isNavigation && pathname.startsWith(base)) {
    response.setHeader('Location', base + search);
    return end(response, 302, 'The app is one level up');
  }
  return end(response, 404, 'Not found');
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' }).end(text);
}

/** The file that a request names, relative to a root, or `null` for one that leads out of it or cannot be read. */
function filePath(requested: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(requested);
  } catch {
    return null;
  }
  const path = normalize(decoded === '' || decoded.endsWith('/') ? `${decoded}index.html` : decoded);
  const leadsOut = path.startsWith('..') || path.startsWith('/') || path.includes('\0') || path.includes('\\');
  return leadsOut ? null : path;
}

async function findFile(roots: string[], path: string): Promise<{ path: string; size: number } | null> {
  for (const root of roots) {
    const candidate = join(root, path);
    const stats = await stat(candidate).catch(() => null); // a missing file is the ordinary case
    if (stats?.isFile()) return { path: candidate, size: stats.size };
  }
  return null;
}

const HASHED = /^assets\/.+-[\w-]{8}\.\w+$/;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};
