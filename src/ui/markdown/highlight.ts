import { trustedScriptUrl } from '../../lib/trusted-url';
import type { CodeRun } from './highlight-runs';
import workerUrl from './highlight.worker?worker&url';

export interface HighlightRequest {
  id: number;
  code: string;
  lang: string;
}
export interface HighlightResponse {
  id: number;
  /** `null` where the language is not known. */
  runs: CodeRun[] | null;
}

/** Longer code stays plain: colouring it would hold up every shorter block behind it. */
const CODE_LIMIT = 100_000;

/** The code cut into coloured runs, or `null` when it stays plain. Colour is decoration: never rejects. */
export function highlight(code: string, lang: string): Promise<CodeRun[] | null> {
  if (code.length > CODE_LIMIT || lang === '') return Promise.resolve(null);
  worker ??= start();
  if (!worker) return Promise.resolve(null);
  const request: HighlightRequest = { id: ++lastId, code, lang };
  return new Promise((resolve) => {
    waiting.set(request.id, resolve);
    worker?.postMessage(request);
  });
}

let worker: Worker | null | undefined;
let lastId = 0;
const waiting = new Map<number, (runs: CodeRun[] | null) => void>();

function start(): Worker | null {
  try {
    const started = new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'highlight' });
    started.onmessage = ({ data }: MessageEvent<HighlightResponse>) => {
      waiting.get(data.id)?.(data.runs);
      waiting.delete(data.id);
    };
    started.onerror = () => {
      worker = null; // it did not load: code stays plain until the next visit
      waiting.forEach((resolve) => resolve(null));
      waiting.clear();
    };
    return started;
  } catch {
    return null;
  }
}
