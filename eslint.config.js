import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import { rooms } from './scripts/eslint-rooms.js';

/** Text from models and files is shown as text: nothing parses it as HTML. */
const HTML_SINKS = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'parseFromString', 'srcdoc'].map((property) => ({
  property,
  message: 'Text is never parsed as HTML here.',
}));

export default defineConfig(
  { ignores: ['dist/', '.cache/', '.svelte-check/', 'coverage/'] },
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    plugins: { holdfast: { rules: { rooms } } },
    rules: {
      'holdfast/rooms': 'error',
      'no-restricted-properties': ['error', ...HTML_SINKS],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: 'error',
    },
  },
  {
    // The rules that need types, chosen for what they catch: lost promises and forgotten cases.
    files: ['src/**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    files: ['**/*.svelte'],
    rules: {
      'svelte/no-at-html-tags': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'SvelteAttribute[key.name="style"]:not(:has(SvelteMustacheTag))',
          message: 'The content security policy refuses style attributes in markup; `style:` directives work.',
        },
      ],
      // svelte-check says so too, and reads a comment's reason in words as words.
      'svelte/no-unused-svelte-ignore': 'off',
    },
  },
  // Tests try what is forbidden, to see it refused.
  { files: ['tests/**'], rules: { 'no-restricted-properties': 'off' } },
);
