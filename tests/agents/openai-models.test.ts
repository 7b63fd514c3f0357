import { expect, test } from 'vitest';
import { listModels } from '../../src/agents/openai-models';
import { startFakeOpenAi } from '../support/fake-openai';

const answering = (body: string) => ({ fetch: async () => new Response(body) });
const models = (body: unknown) => listModels({ address: 'localhost:1' }, undefined, answering(JSON.stringify(body)));

test('lists what a server offers, with the key it wants', async () => {
  const server = await startFakeOpenAi({ models: ['b', 'a'], key: 'k-1' });
  try {
    expect(await listModels({ address: server.origin, key: ' k-1\n' })).toEqual(['b', 'a']);
    await expect(listModels({ address: server.origin })).rejects.toMatchObject({ code: 'refused' });
  } finally {
    await server.close();
  }
});

test.each([
  ['OpenAI', { data: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] }],
  ['Ollama', { models: [{ name: 'a' }, { name: 'b', model: 'b' }] }],
  ['llama.cpp', { models: [{ name: 'a' }], data: [{ id: 'a' }, { id: 'b' }] }],
  ['a bare list', [{ id: 'a' }, { id: 'b' }]],
  ['a list with holes', { data: [null, { id: 'a' }, { id: 3 }, {}, { id: 'b' }] }],
])('understands the list of %s', async (_, body) => {
  expect(await models(body)).toEqual(['a', 'b']);
});

test('a server without models has none', async () => {
  expect(await models({ data: [] })).toEqual([]);
  expect(await models(null)).toEqual([]);
});

test('a web page instead of a list is said to be none', async () => {
  await expect(listModels({ address: 'localhost:1' }, undefined, answering('<html>'))).rejects.toMatchObject({
    code: 'bad-response',
  });
});

test('a list that is no longer wanted ends with the reason of the stop, and nothing is looked into', async () => {
  const list = listModels({ address: 'http://model.example' }, AbortSignal.abort(new Error('closed')), {
    pageOrigin: 'https://chat.example',
  });
  await expect(list).rejects.toThrow('closed');
});
