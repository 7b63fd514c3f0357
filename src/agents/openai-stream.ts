import { createParser } from 'eventsource-parser';
import { orAbort } from '../lib/abort';

/**
 * Hands over the `data` of every server-sent event in a body, however its bytes were cut. A last event without the
 * empty line after it counts too. Says how the stream ended: by the server, by a failure, or by the signal. The
 * connection is closed then. Throws only what `onData` throws.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onData: (data: string) => void,
): Promise<'ended' | 'broken' | 'stopped'> {
  const parser = createParser({ onEvent: ({ data }) => onData(data) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const chunk = await orAbort(reader.read(), signal).catch(() => null);
      if (!chunk) return signal.aborted ? 'stopped' : 'broken';
      parser.feed(chunk.done ? `${decoder.decode()}\n\n` : decoder.decode(chunk.value, { stream: true }));
      if (chunk.done) return 'ended';
    }
  } finally {
    // Fails where reading failed, which has been said.
    reader.cancel().catch(() => {});
  }
}
