import { expect, test } from 'vitest';
import { agentFor } from '../../src/agents/choose';
import { startFakeOpenAi } from '../support/fake-openai';
import { takeTurn } from './turn';

test('without a configuration the guide answers, always the same one', async () => {
  expect((await takeTurn(agentFor(null), '2 + 2')).text).toContain('4');
  expect(agentFor(null)).toBe(agentFor(null));
});

test('a configured server answers with the model that was chosen', async () => {
  const server = await startFakeOpenAi();
  try {
    const config = { id: 'a', name: 'A', kind: 'openai', address: server.baseUrl, model: 'fake-2' } as const;
    expect((await takeTurn(agentFor(config), 'Hi')).text).toBe('You said: Hi');
    expect(server.requests[0]?.model).toBe('fake-2');
  } finally {
    await server.close();
  }
});
