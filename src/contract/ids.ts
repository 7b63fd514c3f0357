/** What is wrong with an id of a session or project, or `null`: ids name files in exports, so path tricks are refused. */
export function idProblem(id: unknown): string | null {
  if (typeof id !== 'string') return 'must be a string';
  if (id === '') return 'must not be empty';
  if (id === '.' || id === '..') return `must not be "${id}"`;
  if (/[/\\\0]/.test(id)) return 'must not contain "/", "\\" or NUL';
  return null;
}
