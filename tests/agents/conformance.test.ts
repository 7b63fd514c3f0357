import { afterAll, beforeAll } from 'vitest';
import { createGuide } from '../../src/agents/guide';
import * as words from '../../src/agents/guide-words';
import { createOpenAi } from '../../src/agents/openai';
import { startFakeOpenAi, type FakeOpenAi } from '../support/fake-openai';
import { conformance } from './conformance';

const ANSWER = 'An answer in pieces, with ümlauts and 🌊.';
let server: FakeOpenAi;
beforeAll(async () => {
  server = await startFakeOpenAi({
    script: ({ messages }) => {
      switch (messages.at(-1)?.content) {
        case 'long':
          return { text: 'on and on '.repeat(12), tokensPerSecond: 25 };
        case 'killed':
          return { text: 'never finished', breakAfterPieces: 2 };
        default:
          return { text: ANSWER };
      }
    },
  });
});
afterAll(() => server.close());

conformance('the guide', {
  agent: () => createGuide({ delayMs: 1 }),
  known: { prompt: '/help', answer: words.help },
  long: '/tour',
  tools: '/demo',
});

conformance('an OpenAI-compatible server', {
  agent: () => createOpenAi({ address: server.baseUrl, model: 'fake-1' }),
  known: { prompt: 'known', answer: ANSWER },
  long: 'long',
  killed: 'killed',
});
