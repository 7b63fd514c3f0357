import type { Activity } from '../../state/blocks';

/**
 * What a stretch of tool calls did: `read 3 files, ran 1 command, 1 not done`, in the order in which each kind came
 * first. What failed or was rejected did not happen and is only counted.
 */
export function toolSummary(activities: Activity[]): string {
  const counts = new Map<string, number>();
  for (const { toolKind = '', status } of activities) {
    const known = Object.hasOwn(PHRASES, toolKind) ? toolKind : 'other';
    const kind = status === 'failed' ? 'failed' : known;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const failed = counts.get('failed') ?? 0;
  counts.delete('failed');
  const done = [...counts].map(([kind, count]) => (PHRASES[kind] ?? other)(count));
  if (done.length === 0) return counted('', 'tool call', 'tool calls')(failed).trim();
  return [...done, ...(failed > 0 ? [`${failed} not done`] : [])].join(', ');
}

type GroupState = 'running' | 'failed' | 'done';

/** Running as long as one call is; failed when one has. */
export function groupState(activities: Activity[]): GroupState {
  if (activities.some(({ status }) => status === 'pending' || status === 'in_progress')) return 'running';
  return activities.some(({ status }) => status === 'failed') ? 'failed' : 'done';
}

const counted = (verb: string, one: string, many: string) => (count: number) =>
  `${verb} ${count} ${count === 1 ? one : many}`;
const times = (verb: string) => (count: number) => (count === 1 ? `${verb} once` : `${verb} ${count} times`);
const other = counted('used', 'tool', 'tools');

const PHRASES: Record<string, (count: number) => string> = {
  read: counted('read', 'file', 'files'),
  edit: counted('edited', 'file', 'files'),
  delete: counted('deleted', 'file', 'files'),
  move: counted('moved', 'file', 'files'),
  search: times('searched'),
  execute: counted('ran', 'command', 'commands'),
  fetch: counted('fetched', 'page', 'pages'),
  switch_mode: times('switched mode'),
  other,
};
