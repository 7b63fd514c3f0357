import type { ContentBlock } from './agent';

/** The prompt as one text, for agents that take nothing else; a file's bytes are named, not included. */
export function promptText(prompt: ContentBlock[]): string {
  return prompt.map(blockText).filter(Boolean).join('\n\n');
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return `File: ${block.title ?? block.name} (${block.uri})`;
    case 'resource': {
      const { uri, text } = block.resource;
      return text === undefined ? `File: ${uri}` : `File: ${uri}\n${fenced(text)}`;
    }
  }
}

/** The fence is longer than any run of backticks inside, so the file cannot end it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
