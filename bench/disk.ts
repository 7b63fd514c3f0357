import { readdir, readFile } from 'node:fs/promises';

/** The bytes that all processes of the browser with this profile have handed to `write` so far (Linux). */
export async function writtenBytes(profile: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = new Map<string, string>();
  const ours = new Set<string>();
  for (const pid of pids) {
    const stat = await readOrEmpty(`/proc/${pid}/stat`);
    parents.set(pid, stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '');
    if ((await readOrEmpty(`/proc/${pid}/cmdline`)).includes(`--user-data-dir=${profile}`)) ours.add(pid);
  }
  for (let grew = true; grew;) {
    grew = false;
    for (const [pid, parent] of parents) {
      if (ours.has(pid) || !ours.has(parent)) continue;
      ours.add(pid);
      grew = true;
    }
  }
  let bytes = 0;
  for (const pid of ours) bytes += Number(/wchar: (\d+)/.exec(await readOrEmpty(`/proc/${pid}/io`))?.[1] ?? 0);
  return bytes;
}

/** A process may end between listing and reading. */
async function readOrEmpty(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
