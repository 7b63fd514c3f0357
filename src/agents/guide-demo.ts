import { orAbort, pause } from '../lib/abort';
import type { AgentClient, PermissionRequest, StopReason, ToolCallFields } from './agent';
import { demo } from './guide-words';

interface Stage {
  client: AgentClient;
  signal: AbortSignal;
  delayMs: number;
  say(text: string): Promise<void>;
  sessionId: string;
  /** Sessions in which the user chose "Always allow". */
  alwaysAllowed: Set<string>;
}

const LOOK_PAUSES = 10;

/** Plays a turn as an agent with tools would: thought, two reads, an edit that asks, and the file. */
export async function playDemo(stage: Stage): Promise<StopReason> {
  const { client, signal, delayMs, say } = stage;
  for (const text of demo.thoughts) {
    await pause(delayMs, signal);
    client.sessionUpdate({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } });
  }
  await say(demo.opening);
  await look(stage, demo.list);
  await look(stage, demo.read);
  const outcome = await edit(stage);
  if (outcome === 'cancelled') return 'cancelled';
  await say(outcome === 'rejected' ? demo.rejected : demo.closing);
  return 'end_turn';
}

async function look({ client, signal, delayMs }: Stage, { title, path, output }: typeof demo.read): Promise<void> {
  const call = openCall(client, { title, kind: 'read', locations: [{ path }], rawInput: { path } });
  try {
    await pause(delayMs * LOOK_PAUSES, signal);
    call.close({ status: 'completed', content: [{ type: 'content', content: { type: 'text', text: output } }] });
  } finally {
    call.close({ status: 'failed' });
  }
}

async function edit(stage: Stage): Promise<'written' | 'rejected' | 'cancelled'> {
  const { client, signal, delayMs, say } = stage;
  const { title, path, mimeType, text } = demo.edit;
  const call = openCall(client, {
    title,
    kind: 'edit',
    locations: [{ path }],
    content: [{ type: 'diff', path, oldText: null, newText: text }],
    rawInput: { path },
  });
  try {
    const choice = await permission(stage, call.asked);
    if (choice === 'cancelled' || choice === 'rejected') return choice;
    await pause(delayMs * LOOK_PAUSES, signal);
    call.close({ status: 'completed', rawOutput: { written: path, characters: text.length } });
    if (choice === 'allowed before') await say(demo.allowedBefore);
    client.sessionUpdate({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'resource', resource: { uri: path, mimeType, text } },
    });
    return 'written';
  } finally {
    call.close({ status: 'failed' });
  }
}

async function permission(
  { client, signal, sessionId, alwaysAllowed }: Stage,
  toolCall: PermissionRequest['toolCall'],
): Promise<'allowed' | 'allowed before' | 'rejected' | 'cancelled'> {
  if (alwaysAllowed.has(sessionId)) return 'allowed before';
  const asked = client.requestPermission({
    toolCall,
    options: [
      { optionId: 'once', name: demo.options.once, kind: 'allow_once' },
      { optionId: 'always', name: demo.options.always, kind: 'allow_always' },
      { optionId: 'reject', name: demo.options.reject, kind: 'reject_once' },
    ],
  });
  const answer = await orAbort(asked, signal);
  if (answer.outcome === 'cancelled') return 'cancelled';
  if (answer.optionId === 'always') alwaysAllowed.add(sessionId);
  return answer.optionId === 'once' || answer.optionId === 'always' ? 'allowed' : 'rejected';
}

/** Announces a running call. `close` ends it; only the first one counts, so a `finally` can make sure of the end. */
function openCall(client: AgentClient, fields: ToolCallFields & { title: string }) {
  const asked = { toolCallId: crypto.randomUUID(), ...fields };
  let open = true;
  client.sessionUpdate({ sessionUpdate: 'tool_call', status: 'in_progress', ...asked });
  return {
    /** The call as a permission request names it. */
    asked,
    close(end: ToolCallFields): void {
      if (open) client.sessionUpdate({ sessionUpdate: 'tool_call_update', toolCallId: asked.toolCallId, ...end });
      open = false;
    },
  };
}
