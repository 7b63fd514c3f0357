import { afterEach, describe, expect, test } from 'vitest';
import { createOpenAi } from '../../src/agents/openai';
import { startFakeOpenAi, type FakeOpenAi } from '../support/fake-openai';
import type { FakeReply } from '../support/fake-openai-reply';
import { takeTurn } from './turn';

const KEY = 'sk-very-secret';
let server: FakeOpenAi | undefined;
afterEach(() => server?.close());

async function failWith(error: NonNullable<FakeReply['error']>, key?: string) {
  server = await startFakeOpenAi({ script: () => ({ error }) });
  const turn = await takeTurn(createOpenAi({ address: server.origin, model: 'fake-1', key }), 'Hi');
  return turn.error;
}

const message = (text: string) => ({ error: { message: text } });

describe('the conversation is said to be too long when it is so in the words of', () => {
  test.each<[string, number, unknown]>([
    ['OpenAI', 400, { error: { message: 'Too much.', code: 'context_length_exceeded' } }],
    [
      'llama.cpp',
      400,
      {
        error: {
          code: 400,
          message: 'request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it',
          type: 'exceed_context_size_error',
        },
      },
    ],
    [
      'llama.cpp with status 500',
      500,
      { error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } },
    ],
    [
      'vLLM',
      400,
      {
        object: 'error',
        message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
        type: 'BadRequestError',
        code: 400,
      },
    ],
    ['Ollama', 400, message('the input length exceeds the context length')],
    [
      'LM Studio',
      400,
      {
        error:
          'Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 7866 tokens, which is not enough.',
      },
    ],
    [
      'a newer LM Studio',
      400,
      {
        error:
          'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 10247 >= n_ctx: 4096).',
      },
    ],
    ['Anthropic', 400, message('prompt is too long: 210000 tokens > 200000 maximum')],
  ])('%s', async (_, status, body) => {
    expect((await failWith({ status, body }))?.code).toBe('context-too-long');
  });
});

describe('an unknown model is told from a wrong path:', () => {
  test.each<[string, number, unknown, string]>([
    ['OpenAI', 404, { error: { message: 'No.', code: 'model_not_found' } }, 'unknown-model'],
    ['Ollama', 404, message('model "x" not found, try pulling it first'), 'unknown-model'],
    ['vLLM', 404, { message: 'The model `x` does not exist.', code: 404 }, 'unknown-model'],
    ['OpenRouter', 400, message('x is not a valid model ID'), 'unknown-model'],
    ['LM Studio', 400, { error: 'No models loaded. Please load a model.' }, 'unknown-model'],
    ['llama.cpp', 404, { error: { message: 'File Not Found', code: 404 } }, 'bad-address'],
    ['FastAPI', 404, { detail: 'Not Found' }, 'bad-address'],
    ['Ollama', 404, '404 page not found', 'bad-address'],
    ['a web server', 405, '<html><body>Method Not Allowed</body></html>', 'bad-address'],
  ])('%s, %d %j', async (_, status, body, code) => {
    expect((await failWith({ status, body }))?.code).toBe(code);
  });
});

test.each([401, 403])('status %d names the key, or the lack of one', async (status) => {
  expect(await failWith({ status }, KEY)).toMatchObject({
    code: 'refused',
    message: expect.stringContaining('refused the key'),
  });
  await server?.close();
  expect(await failWith({ status })).toMatchObject({
    code: 'refused',
    message: expect.stringContaining('wants a key'),
  });
});

test('a limit says when to try again', async () => {
  const at = (retryAfter: string) => failWith({ status: 429, headers: { 'Retry-After': retryAfter } });
  expect((await at('1'))?.message).toContain('in 1 second.');
  await server?.close();
  expect((await at('20'))?.message).toContain('in 20 seconds.');
  await server?.close();
  expect((await at(new Date(Date.now() + 60_000).toUTCString()))?.message).toMatch(/in (5\d|60) seconds\./);
  await server?.close();
  expect((await at('soon'))?.message).toContain('in a moment.');
});

test('an empty account is not called a limit that passes', async () => {
  const error = await failWith({
    status: 429,
    body: { error: { message: 'You exceeded', code: 'insufficient_quota' } },
  });
  expect(error?.message).toContain('no credit');
});

test('too many tokens a minute is a limit, not a conversation that is too long', async () => {
  expect((await failWith({ status: 429, body: message('Too many tokens per minute') }))?.code).toBe('rate-limit');
});

test('a model that still loads is said to be loading', async () => {
  expect((await failWith({ status: 503, body: message('Loading model') }))?.message).toContain('still loading');
});

test('another failure of the server quotes it, shortened, on one line', async () => {
  const error = await failWith({ status: 500, body: message(`Out of\n memory ${'x'.repeat(2_000)}`) });
  expect(error?.code).toBe('server-error');
  expect(error?.message).toContain('Out of memory xxx');
  expect(error?.message.length).toBeLessThan(450);
});

test('a page of HTML is not quoted', async () => {
  expect((await failWith({ status: 502, body: '<html><h1>Bad gateway</h1>' }))?.message).not.toContain('<');
});

test.each([400, 401, 403, 404, 429, 500, 503])(
  'the key is never shown, though the server repeats it with %d',
  async (status) => {
    const error = await failWith({ status, body: message(`Model ${KEY} not ok: Bearer ${KEY}`) }, ` ${KEY}\n`);
    expect(error?.message).toBeTruthy();
    expect(error?.message).not.toContain(KEY);
  },
);

test('the key is never shown in an error inside the stream', async () => {
  server = await startFakeOpenAi({ script: () => ({ streamError: { pieces: 0, error: { message: `bad ${KEY}` } } }) });
  const { error } = await takeTurn(createOpenAi({ address: server.origin, model: 'fake-1', key: KEY }), 'Hi');
  expect(error?.message).toContain('bad …');
});

test('a key that no header can hold is refused without being shown', async () => {
  const error = await failWith({ status: 500 }, 'ключ');
  expect(error).toMatchObject({ code: 'refused', message: expect.not.stringContaining('ключ') });
  expect(server?.requests).toEqual([]);
});

test('an address that sends on to another is not followed', async () => {
  const other = await startFakeOpenAi();
  try {
    const error = await failWith({ status: 307, headers: { Location: `${other.baseUrl}/chat/completions` } });
    expect(error?.code).toBe('bad-address');
    expect(other.requests).toEqual([]);
  } finally {
    await other.close();
  }
});
