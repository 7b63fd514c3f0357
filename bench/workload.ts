import type { CreateMessageOptions } from '../src/contract/chat';
import type { PersistedChatMessage, PersistedChatSession, PersistedToolActivity } from '../src/contract/sessions';

/** A random source that gives the same numbers in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const SYLLABLES = 'ka lo mi ne sto tu ve wa re zen tion ment con ter per sub tra kelp tide reef foam'.split(' ');

function prose(random: () => number, length: number): string {
  let text = '';
  while (text.length < length) {
    const syllables = 1 + Math.floor(random() * 3);
    for (let n = 0; n < syllables; n++) text += SYLLABLES[Math.floor(random() * SYLLABLES.length)];
    text += random() < 0.08 ? '. ' : random() < 0.01 ? '\n\n- **' : ' ';
  }
  return text.slice(0, length);
}

/** A session of prompts of 120 to 280 characters and answers of 900 to 2 100, one in ten of 8 000. */
export function makeSession(index: number, messageCount: number, projectId: string): PersistedChatSession {
  const random = seeded(index * 7919 + messageCount);
  const at = 1.76e12 + index * 60_000;
  const messages: PersistedChatMessage[] = [];
  const activities: PersistedToolActivity[] = [];
  for (let n = 0; n < messageCount; n++) {
    const role = n % 2 === 0 ? 'user' : 'agent';
    const length = random() < 0.1 ? 8000 : role === 'user' ? 120 + random() * 160 : 900 + random() * 1200;
    const times = { createdAt: at + n, updatedAt: at + n };
    const lists = { eventIds: [`e${index}-${n}`], artifactIds: [], uploads: [] };
    messages.push({
      id: `m${index}-${n}`,
      role,
      content: prose(random, length),
      status: 'complete',
      ...lists,
      ...times,
    });
    if (n % 5 === 1) activities.push(makeActivity(random, index, n));
  }
  const title = prose(random, 40);
  const id = `s${String(index).padStart(6, '0')}`;
  const lists = { messages, activities, artifacts: [] };
  return { id, projectId, title, cwd: '/srv/kelp', status: 'idle', ...lists, createdAt: at, updatedAt: at };
}

function makeActivity(random: () => number, index: number, n: number): PersistedToolActivity {
  return {
    id: `t${index}-${n}`,
    kind: 'tool',
    title: `Read ${prose(random, 8)}.ts`,
    status: 'completed',
    sortIndex: n,
    eventIds: [`e${index}-${n}`],
    toolKind: 'read',
    toolContent: [{ type: 'content', content: { type: 'text', text: prose(random, 200) } }],
    rawInput: { path: `/srv/${prose(random, 12)}.ts`, limit: 200 },
    rawOutput: prose(random, 200),
  };
}

export function makeMessage(n: number): CreateMessageOptions {
  const actor = n % 2 ? 'assistant' : 'user';
  return { actor, kind: 'text', content: prose(seeded(n), n % 2 ? 300 : 120), meta: { model: 'kelp', n } };
}
