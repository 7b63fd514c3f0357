import OpenAI, { APIError, AuthenticationError, NotFoundError, RateLimitError } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOpenAi } from '../../src/agents/openai';
import { listModels } from '../../src/agents/openai-models';
import { startFakeOpenAi, type FakeOpenAi } from '../support/fake-openai';
import { takeTurn } from './turn';

let server: FakeOpenAi;
beforeAll(async () => {
  server = await startFakeOpenAi({ key: 'k' });
});
afterAll(() => server.close());

const official = (apiKey = 'k') => new OpenAI({ baseURL: server.baseUrl, apiKey, maxRetries: 0 });
const ask = (content: string, model = 'fake-1') => ({ model, messages: [{ role: 'user' as const, content }] });
const ours = (content: string) =>
  takeTurn(createOpenAi({ address: server.origin, model: 'fake-1', key: 'k' }), content);

async function streamed(content: string): Promise<string> {
  let text = '';
  for await (const chunk of await official().chat.completions.create({ ...ask(content), stream: true })) {
    text += chunk.choices[0]?.delta.content ?? '';
  }
  return text;
}

describe('the fake server is one to OpenAI’s own client, and our agent reads the same from it', () => {
  test.each(['Hello 🌊', '#echo', '#long 300', '#think', '#json', '#length', '#wait 50'])(
    'for "%s"',
    async (content) => {
      const whole = await official().chat.completions.create(ask(content));
      const text = whole.choices[0]?.message.content;
      expect(text).toBeTruthy();
      expect((await ours(content)).text).toBe(text);
      if (content !== '#json') expect(await streamed(content)).toBe(text);
    },
  );

  test('for the list of models', async () => {
    const ids = (await official().models.list()).data.map(({ id }) => id);
    expect(await listModels({ address: server.origin, key: 'k' })).toEqual(ids);
  });

  test('for errors', async () => {
    await expect(official('wrong').models.list()).rejects.toBeInstanceOf(AuthenticationError);
    await expect(official().chat.completions.create(ask('Hi', 'none'))).rejects.toBeInstanceOf(NotFoundError);
    await expect(official().chat.completions.create(ask('#error 429'))).rejects.toBeInstanceOf(RateLimitError);
    await expect(streamed('#stream-error')).rejects.toBeInstanceOf(APIError);
    await expect(streamed('#break')).rejects.toThrow();
    expect((await ours('#error 429')).error?.code).toBe('rate-limit');
    expect((await ours('#stream-error')).error?.code).toBe('server-error');
    expect((await ours('#break')).error?.code).toBe('unreachable');
  });
});

test('slow answers come at the speed that was asked for', async () => {
  const one = await startFakeOpenAi({ script: () => ({ text: 'abcdef', pieceLength: 1, tokensPerSecond: 20 }) });
  try {
    const began = performance.now();
    await takeTurn(createOpenAi({ address: one.origin, model: 'fake-1' }), 'Hi');
    expect(performance.now() - began).toBeGreaterThan(250);
  } finally {
    await one.close();
  }
});

test('closing it ends answers that are on their way', async () => {
  const one = await startFakeOpenAi();
  const turn = takeTurn(createOpenAi({ address: one.origin, model: 'fake-1' }), '#slow 10', {
    onUpdate: () => void one.close(),
  });
  expect((await turn).error?.code).toBe('unreachable');
});
