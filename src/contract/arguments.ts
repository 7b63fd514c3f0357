import * as z from 'zod/mini';
import { CHAT_ACTORS, CHAT_KINDS } from './chat';
import { idProblem } from './ids';
import { jsonObjectSchema } from './json';

/**
 * What the page's calls accept. Only the page's door imports the schemas, so that the worker loads without them;
 * sessions have rules of their own in `sanitize`.
 */
const idSchema = z.string().check((payload) => {
  const problem = idProblem(payload.value);
  if (problem) payload.issues.push({ code: 'custom', message: problem, input: payload.value });
});
const nonEmpty = z.string().check(z.minLength(1, 'must not be empty'));

export const sessionKeySchema = z.object({ projectId: idSchema, sessionId: idSchema });
export const projectSessionsSchema = z.object({ projectId: idSchema });
export const manifestSchema = z.object({
  lastProjectId: z.optional(idSchema),
  lastSessionId: z.optional(idSchema),
});
export type DeleteProjectSessionsRequest = z.infer<typeof projectSessionsSchema>;
export type SaveSessionManifestRequest = z.infer<typeof manifestSchema>;

export const chatIdSchema = nonEmpty;
export const createChatSchema = z.strictObject({
  id: z.optional(chatIdSchema),
  label: z.optional(z.string()),
  type: z.optional(z.string()),
  meta: z.optional(jsonObjectSchema),
});
export const listMessagesSchema = z.strictObject({
  since: z.nullish(z.int()),
  before: z.nullish(z.int()),
  limit: z.nullish(z.int().check(z.positive())),
});
export const createMessageSchema = z.strictObject({
  actor: z.enum(CHAT_ACTORS),
  kind: z.enum(CHAT_KINDS),
  content: z.optional(z.string()),
  embeds: z.optional(jsonObjectSchema),
  meta: z.optional(jsonObjectSchema),
});
/** One member of `embeds`; they are checked one by one so that a key named `__proto__` survives. */
export const embedSchema = z.strictObject({
  mime_type: nonEmpty,
  path: nonEmpty,
  meta: z.optional(jsonObjectSchema),
});
export type CreateChatOptions = z.input<typeof createChatSchema>;
export type ListMessagesOptions = z.input<typeof listMessagesSchema>;

const projectName = z.string().check(z.trim(), z.minLength(1, 'must not be empty'));
export const createProjectSchema = z.object({ id: z.optional(idSchema), name: projectName });
export const renameProjectSchema = z.object({ id: idSchema, name: projectName });
export const deleteProjectSchema = z.object({ id: idSchema });

export const entryKeySchema = z.object({ projectId: idSchema, sessionId: z.union([idSchema, z.literal('')]) });
export const entryPatchSchema = z.strictObject({
  draft: z.nullish(z.string()),
  agentId: z.nullish(z.string()),
});
export type EntryPatch = z.infer<typeof entryPatchSchema>;

const agentConfigSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.literal('openai'),
  /** The base address, such as `http://127.0.0.1:8080/v1`. */
  address: z.string(),
  key: z.optional(z.string()),
  model: z.string(),
});
/** An agent that the user set up; the built-in guide is not among them. */
export type AgentConfig = z.infer<typeof agentConfigSchema>;

/** Every setting and its shape. */
export const settingSchemas = {
  agents: z.array(agentConfigSchema),
  /** The agent of a new conversation. */
  defaultAgentId: z.string(),
  theme: z.enum(['system', 'light', 'dark']),
  sidebarOpen: z.boolean(),
} as const;
export type Settings = { [K in keyof typeof settingSchemas]: z.infer<(typeof settingSchemas)[K]> };
