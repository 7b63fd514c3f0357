import type { AgentConfig } from '../contract/library';
import type { Agent } from './agent';
import { createGuide } from './guide';
import { createOpenAi } from './openai';

/** One for the page, since it remembers what the user always allows. */
const guide = createGuide();

/** The agent that a configuration describes; `null` is the built-in guide. */
export function agentFor(config: AgentConfig | null): Agent {
  return config === null ? guide : createOpenAi(config);
}
