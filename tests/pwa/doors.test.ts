import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

const eslint = new ESLint({
  // Strings to lint are not files of the project, so rules that need its types cannot run on them.
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  ruleFilter: ({ ruleId }) => !ruleId.startsWith('@typescript-eslint/'),
});

async function rulesBrokenBy(code: string, filePath: string): Promise<(string | null)[]> {
  const results = await eslint.lintText(code, { filePath });
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => ruleId ?? message));
}

/** Every way to reach another module. */
const waysTo = (specifier: string) => [
  `import { thing } from '${specifier}';\nthing();`,
  `import '${specifier}';`,
  `void import('${specifier}');`,
  `void import(\`${specifier}\`);`,
  `export { thing } from '${specifier}';`,
  `export * from '${specifier}';`,
  `export type Thing = import('${specifier}').Thing;`,
];

const forbidden: [string, string][] = [
  ['src/contract/a.ts', '../worker/sessions'],
  ['src/contract/a.ts', '../lib/equal'],
  ['src/lib/a.ts', '../contract/limits'],
  ['src/ui/shared/a.ts', '../../client/connect'],
  ['src/ui/shared/a.ts', '../../agents/agent'],
  ['src/state/a.ts', '../worker/database'],
  ['src/state/a.ts', '../ui/shared/words'],
  ['src/agents/a.ts', '../state/runs.svelte'],
  ['src/worker/sessions.ts', '../client/connect'],
  ['src/service-worker/a.ts', '../state/updates.svelte'],
  ['src/client/sessions.ts', '../worker/database'],
  ['src/worker/sessions.ts', 'dexie'],
  ['src/state/a.ts', 'dexie'],
  ['src/state/a.ts', 'comlink'],
  ['src/worker/sessions.ts', 'comlink'],
  ['src/ui/shared/a.ts', 'zod/mini'],
  ['src/worker/a.ts', 'zod'],
  ['src/ui/shared/a.ts', 'workbox-window'],
];

const allowed: [string, string][] = [
  ['src/contract/a.ts', 'zod/mini'],
  ['src/contract/a.ts', './limits'],
  ['src/worker/database.ts', 'dexie'],
  ['src/worker/main.ts', 'comlink'],
  ['src/client/connect.ts', 'comlink'],
  ['src/client/install.ts', '../worker/main?worker&url'],
  ['src/state/updates.svelte.ts', 'workbox-window'],
  ['src/state/a.ts', '../agents/agent'],
  ['src/ui/shared/a.ts', '../../state/updates.svelte'],
  ['src/main.ts', './client/install'],
];

test.each(forbidden)('%s may not import %s in any way', async (file, specifier) => {
  for (const code of waysTo(specifier)) expect(await rulesBrokenBy(code, file), code).toContain('holdfast/rooms');
});

test.each(allowed)('%s may import %s in every way', async (file, specifier) => {
  for (const code of waysTo(specifier)) expect(await rulesBrokenBy(code, file), code).not.toContain('holdfast/rooms');
});

test('a door cannot be opened in a Svelte component either', async () => {
  const code = `<script lang="ts">\n  import { db } from '../../worker/database';\n  void import('dexie');\n</script>\n{db}\n`;
  const broken = await rulesBrokenBy(code, 'src/ui/shared/A.svelte');
  expect(broken.filter((rule) => rule === 'holdfast/rooms')).toHaveLength(2);
});

test('an import() whose door cannot be seen is refused', async () => {
  expect(await rulesBrokenBy('export const load = (name: string) => import(name);', 'src/ui/a.ts')).toEqual([
    'holdfast/rooms',
  ]);
});

test('a folder that is no room is refused', async () => {
  expect(await rulesBrokenBy('export {};', 'src/helpers/a.ts')).toEqual(['holdfast/rooms']);
});

test('text cannot become HTML', async () => {
  expect(await rulesBrokenBy(`document.body.innerHTML = 'a';`, 'src/ui/a.ts')).toEqual(['no-restricted-properties']);
  expect(await rulesBrokenBy(`<p>{@html 'a'}</p>\n`, 'src/ui/A.svelte')).toEqual(['svelte/no-at-html-tags']);
});
