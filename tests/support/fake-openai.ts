import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { deltas, replyTo, wholeMessage, type FakeReply } from './fake-openai-reply';

/** A chat message as it came in. */
export interface FakeMessage {
  role: string;
  content: string;
}

/** A request to `/v1/models` (no messages) or `/v1/chat/completions`. */
export interface FakeRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  model: string;
  stream: boolean;
  messages: FakeMessage[];
  /** True once the client has gone before the end. */
  aborted: boolean;
}

export interface FakeOpenAiOptions {
  /** Who answers; default: `replyTo`, which knows commands such as `#slow 20`. */
  script?: (request: FakeRequest) => FakeReply | Promise<FakeReply>;
  /** `false` leaves the CORS headers out, as many servers do. */
  cors?: boolean;
  /** Requests without `Authorization: Bearer <key>` get 401. */
  key?: string;
  /** What `/v1/models` lists, and what a request may name; default `['fake-1', 'fake-2']`. */
  models?: string[];
  /** Default 0: a free one. */
  port?: number;
}

export interface FakeOpenAi {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** `<origin>/v1` */
  baseUrl: string;
  /** Every request so far, oldest first; CORS preflights are not among them. */
  requests: FakeRequest[];
  /** Destroys every connection and stops listening. */
  close(): Promise<void>;
}

/**
 * A model server on this machine that speaks OpenAI's `/v1/models` and `/v1/chat/completions` over real sockets.
 * Each chat request is answered with a `FakeReply` (see there for everything that can be made to happen: slow or
 * silent streams, breaks, errors, odd chunk borders). Anything else is 404.
 */
export async function startFakeOpenAi(options: FakeOpenAiOptions = {}): Promise<FakeOpenAi> {
  const requests: FakeRequest[] = [];
  const server = createServer((incoming, response) => {
    serve(incoming, response, options, requests).catch((error: unknown) => response.destroy(asError(error)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    baseUrl: `${origin}/v1`,
    requests,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  { script, cors = true, key, models = ['fake-1', 'fake-2'] }: FakeOpenAiOptions,
  requests: FakeRequest[],
): Promise<void> {
  response.socket?.setNoDelay(true);
  if (cors) {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*, Authorization');
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
  }
  if (incoming.method === 'OPTIONS') return void response.writeHead(204).end();
  const request = await readRequest(incoming);
  requests.push(request);
  response.on('close', () => (request.aborted = !response.writableFinished));

  const route = `${request.method} ${request.path}`;
  if (route !== 'GET /v1/models' && route !== 'POST /v1/chat/completions') {
    return sendError(response, 404, { error: { message: 'File Not Found', type: 'not_found_error', code: 404 } });
  }
  if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
    return sendError(response, 401, { error: { message: 'Invalid API key', code: 'invalid_api_key' } });
  }
  if (request.method === 'GET') {
    const data = models.map((id) => ({ id, object: 'model', created: 0, owned_by: 'fake' }));
    return sendJson(response, 200, { object: 'list', data });
  }
  if (!models.includes(request.model)) {
    const message = `The model \`${request.model}\` does not exist`;
    return sendError(response, 404, { error: { message, code: 'model_not_found', type: 'invalid_request_error' } });
  }
  const lastUser = request.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  await sendReply(response, request, script ? await script(request) : replyTo(lastUser, request.messages));
}

async function sendReply(response: ServerResponse, request: FakeRequest, reply: FakeReply): Promise<void> {
  if (reply.error) {
    const { status, body = { error: { message: `Error ${status} on demand` } }, headers = {} } = reply.error;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return sendError(response, status, body);
  }
  if (reply.raw) return void response.writeHead(200, { 'Content-Type': reply.raw.contentType }).end(reply.raw.body);
  if (reply.json || !request.stream) {
    const choice = { index: 0, message: wholeMessage(reply), finish_reason: reply.finishReason ?? 'stop' };
    return sendJson(response, 200, { ...envelope(request), object: 'chat.completion', choices: [choice] });
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache' });
  response.flushHeaders();
  if (reply.prefillMs) await delay(reply.prefillMs);
  if (reply.split !== undefined) await sendParts(response, streamBody(reply, request), reply.split);
  else await sendPieces(response, request, reply);
  if (reply.breakAfterPieces !== undefined) response.destroy();
  else if (!reply.hang) response.end();
}

async function sendPieces(response: ServerResponse, request: FakeRequest, reply: FakeReply): Promise<void> {
  for (const event of streamEvents(reply, request)) {
    if (response.destroyed) return;
    if (!response.write(event)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    if (reply.tokensPerSecond) await delay(1_000 / reply.tokensPerSecond);
  }
  // Destroying the socket at once would throw away what the kernel has not sent yet.
  if (reply.breakAfterPieces !== undefined) await delay(20);
}

/** The bytes of a streamed answer, for tests that cut them themselves. */
export function streamBody(reply: FakeReply, request: Pick<FakeRequest, 'model'> = { model: 'fake-1' }): Buffer {
  return Buffer.from(streamEvents(reply, request).join(''));
}

function streamEvents(reply: FakeReply, request: Pick<FakeRequest, 'model'>): string[] {
  const { lineEnd = '\n', finishReason = 'stop', done = true, streamError, breakAfterPieces } = reply;
  const event = (data: unknown) =>
    `data: ${typeof data === 'string' ? data : JSON.stringify(data)}${lineEnd}${lineEnd}`;
  const chunk = (delta: object, finish_reason: string | null = null) =>
    event({ ...envelope(request), object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] });
  const pieces = deltas(reply).slice(0, streamError?.pieces ?? breakAfterPieces);
  if (breakAfterPieces === 0) return [];
  const events = [chunk({ role: 'assistant', content: '' }), ...pieces.map((delta) => chunk(delta))];
  if (breakAfterPieces !== undefined) return events;
  if (streamError) return [...events, event({ error: streamError.error })];
  if (finishReason !== null) events.push(chunk({}, finishReason));
  if (done) events.push(event('[DONE]'));
  return events;
}

/** Waits between the parts, or the kernel would join them again. */
async function sendParts(response: ServerResponse, body: Buffer, split: number | 'every-byte'): Promise<void> {
  const parts =
    split === 'every-byte'
      ? Array.from(body, (byte) => Buffer.from([byte]))
      : [body.subarray(0, split), body.subarray(split)];
  for (const part of parts) {
    if (response.destroyed) return;
    if (part.length > 0) response.write(part);
    await delay(split === 'every-byte' ? 0 : 5);
  }
}

async function readRequest(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    model: body.model ?? '',
    stream: body.stream === true,
    messages: body.messages ?? [],
    aborted: false,
  };
}

function envelope({ model }: Pick<FakeRequest, 'model'>) {
  return { id: 'chatcmpl-fake', created: 0, model };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function sendError(response: ServerResponse, status: number, body: unknown): void {
  if (typeof body !== 'string') return sendJson(response, status, body);
  response.writeHead(status, { 'Content-Type': 'text/plain' }).end(body);
}

function once(response: ServerResponse, event: 'drain' | 'close'): Promise<void> {
  return new Promise((resolve) => response.once(event, resolve));
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
