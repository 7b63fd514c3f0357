/** Builds the app where needed and serves it on this machine until Ctrl+C. */
import { buildIfStale } from './build.ts';
import { serve, type Served } from './serve.ts';

const FIRST_PORT = 4173;

buildIfStale();
const served = await serveOnFreePort(FIRST_PORT);
console.log(`Holdfast runs at ${served.url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void served.close());

async function serveOnFreePort(port: number): Promise<Served> {
  try {
    return await serve({ dir: 'dist', port });
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!taken || port >= FIRST_PORT + 100) throw error;
    return serveOnFreePort(port + 1);
  }
}
