import type { CalculationProblem } from './calculator';

export const COMMANDS = [
  { name: '/help', does: 'lists these commands' },
  { name: '/tour', does: 'shows you around' },
  { name: '/demo', does: 'plays a turn with tools, a permission request and a file' },
] as const;

const commandList = COMMANDS.map(({ name, does }) => `- \`${name}\` ${does}`).join('\n');

const setUp = `To talk with a model, open **Settings** and choose **Add agent**. Any server with an OpenAI-compatible address works, \
such as Ollama, LM Studio, llama.cpp or vLLM on this device.`;

export const help = `I know these commands:

${commandList}

I also work out sums such as \`12 * (3 + 4)\`.
`;

export function unknownCommand(command: string): string {
  return `I do not know the command \`${command.replaceAll('`', '')}\`. ${help}`;
}

export const tour = `## Welcome to Holdfast

I am the built-in guide. I am no language model: my answers are written down beforehand, and they work without a network.

### What happens to a conversation

1. Your message is on disk before anything is sent.
2. The answer is saved while it arrives.
3. If the app or the device stops in the middle, the conversation comes back with all that was saved, and you can try again.

Everything stays in this browser, on this device. Nothing is sent anywhere but to an agent that you set up yourself.

### Where things are

| Place | What it is for |
| --- | --- |
| Sidebar | your projects and their conversations |
| Conversation | the answers, with what an agent thought, did and asked |
| Composer | \`Enter\` sends, \`Shift+Enter\` starts a new line, **Stop** ends a turn |
| Settings | agents and appearance |

### A model of your own

${setUp} With Ollama it takes one command:

\`\`\`sh
ollama run llama3.2
\`\`\`

Then enter the address \`localhost:11434\` and choose the model.

### Next

${commandList}
`;

export const noModel = `I am the built-in guide, no language model, so I cannot answer that. I can show you around (\`/tour\`), play a \
demonstration (\`/demo\`) and work out sums.

${setUp}
`;

export const nothingAsked = `There was no text in your message. \`/help\` lists what I can do.\n`;

/** Fractions are shown with at most 15 digits, which hides the rounding of 0.1 + 0.2. */
export function sum(expression: string, value: number): string {
  const shown = Number.isSafeInteger(value) ? value : Number(value.toPrecision(15));
  return `\`${expression}\` = **${shown}**\n`;
}

export const sumProblems: Record<CalculationProblem, string> = {
  syntax: 'I could not read that as a sum. I know `+ - * / % ^`, parentheses and decimals.\n',
  'division-by-zero': 'That divides by zero, which has no result.\n',
  'too-large': 'The result is too large for me.\n',
  'not-real': 'That has no real number as its result.\n',
};

const kelp = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" role="img" aria-label="Kelp held by its holdfast">
  <rect width="120" height="120" rx="16" fill="#e6f0ea"/>
  <path d="M60 100C52 78 68 62 60 42S64 20 60 14" fill="none" stroke="#1f6b4a" stroke-width="5" stroke-linecap="round"/>
  <path d="M60 78C44 76 36 66 32 54C48 54 58 64 60 78ZM61 54C76 52 84 42 88 30C72 30 62 40 61 54Z" fill="#2f8a62"/>
  <path d="M40 108Q52 96 60 98Q68 96 80 108" fill="none" stroke="#1f6b4a" stroke-width="4" stroke-linecap="round"/>
</svg>
`;

export const demo = {
  thoughts: [
    'This is a demonstration, so the plan is fixed. ',
    'First look at what is there, then ask before writing anything.',
  ],
  opening:
    'I will look around first and then ask you before I write a file. It is a rehearsal: nothing on your disk changes.\n\n',
  read: {
    title: 'Read demo/notes.md',
    path: 'demo/notes.md',
    output: '$ cat demo/notes.md\n# Notes\n- a drawing of kelp is missing\n- keep it small\n',
  },
  list: { title: 'List demo/', path: 'demo', output: '$ ls -l demo\ntotal 1\n-rw-r--r-- 1 guide guide 55 notes.md\n' },
  edit: { title: 'Write demo/kelp.svg', path: 'demo/kelp.svg', mimeType: 'image/svg+xml', text: kelp },
  options: { once: 'Allow once', always: 'Always allow', reject: 'Reject' },
  allowedBefore: 'You allowed this for the whole conversation, so I did not ask again. ',
  closing: `Done. Here is the drawing. Its stem is one line of SVG:

\`\`\`svg
<path d="M60 100C52 78 68 62 60 42S64 20 60 14" />
\`\`\`

An agent that you set up works the same way: you see what it does, and it asks first.
`,
  rejected: 'You rejected it, so I did not write the file. Send `/demo` to see the other way.\n',
};
