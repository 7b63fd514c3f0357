import type { AgentConfig } from '../contract/arguments';
import { AgentError, type Agent } from './agent';
import { createGuide } from './guide';

/** One for the page, since it remembers what the user always allows. */
const guide = createGuide();

/** The agent that a configuration describes; `null` is the built-in guide. What talks to servers loads when used. */
export function agentFor(config: AgentConfig | null): Agent {
  if (config === null) return guide;
  return {
    async prompt(request, client) {
      const { createOpenAi } = await loaded(import('./openai'));
      return createOpenAi(config).prompt(request, client);
    },
  };
}

/** As `listModels` of `openai-models`, loaded when used. */
export async function listModels(server: Pick<AgentConfig, 'address' | 'key'>, signal: AbortSignal): Promise<string[]> {
  const models = await loaded(import('./openai-models'));
  return models.listModels(server, signal);
}

async function loaded<Module>(module: Promise<Module>): Promise<Module> {
  try {
    return await module;
  } catch {
    throw new AgentError(
      'unreachable',
      'A part of the app is not stored on this device yet. Connect once and try again.',
    );
  }
}
