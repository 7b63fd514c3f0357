import { LANGUAGE } from '../shared/words';

/** The words of the transcript. */
export const words = {
  name: 'Conversation',
  loading: 'Loading the conversation',
  failed: 'The conversation could not be read.',
  tryAgain: 'Try again',
  emptyChat: 'There is nothing in this chat.',
  welcome: 'What is on your mind?',
  welcomeHint: 'The guide is built in and works offline. Everything you write stays on this device.',
  welcomeAgent: (agent: string) => `${agent} will answer. Everything is kept on this device.`,
  suggestions: 'Suggestions',
  suggested: [
    { text: '/tour', what: 'What Holdfast is' },
    { text: '/demo', what: 'Watch an agent at work' },
    { text: '12 * (3 + 4)', what: 'Let the guide calculate' },
  ],
  earlier: 'Show earlier',
  latest: 'Jump to latest',
  working: 'Working',

  you: 'You',
  agent: 'Agent',
  copy: 'Copy',
  showAll: 'Show all',
  showLess: 'Show less',
  interrupted: 'Interrupted. This is as far as the answer came.',
  noWords: 'No text',
  codeSpoken: 'Code.',

  thinking: 'Thinking',
  thought: 'Thought',
  thoughtFor: (ms: number) => `Thought for ${duration(ms)}`,

  states: { pending: 'waiting', in_progress: 'running', completed: 'done', failed: 'failed' },
  groupStates: { running: 'running', failed: 'partly done', done: 'done' },
  groupAllFailed: 'not done',
  untitledTool: 'Tool',
  input: 'Input',
  output: 'Output',
  files: 'Files',
  exitCode: (code: number) => `Exit code ${code}`,
  nothingMore: 'No details were recorded.',

  diff: (path: string) => `Changes in ${path}`,
  newFile: 'New file',
  added: (count: number) => `+${number(count)}`,
  removed: (count: number) => `−${number(count)}`,
  countsSpoken: (added: number, removed: number) => `${lines(added)} added, ${lines(removed)} removed`,
  noChange: 'No line changes.',
  lineGap: 'Unchanged lines',
  showAllLines: (count: number) => `Show all ${lines(count)}`,
  diffFailed: 'The changes cannot be compared right now. This is the new text.',

  permission: 'Permission needed',
  permissionHint: 'Nothing happens until you choose.',

  missing: 'Not stored on this device',
  gone: 'The file is missing',
  unreadable: (reason: string) => `The file could not be read: ${reason}`,
  loadingFile: 'Loading',
  preview: 'Preview',
  previewCut: 'This is the beginning. Download the file to see all of it.',
  download: (name: string) => `Download ${name}`,
  size: (bytes: number) => size(bytes),
};

const number = (value: number): string => new Intl.NumberFormat(LANGUAGE).format(value);
const lines = (count: number): string => `${number(count)} ${count === 1 ? 'line' : 'lines'}`;

function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  return seconds % 60 === 0 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function size(bytes: number): string {
  const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(steps.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const format = { style: 'unit', unit: steps[step], unitDisplay: step === 0 ? 'long' : 'short' } as const;
  return new Intl.NumberFormat(LANGUAGE, { ...format, maximumFractionDigits: step === 0 ? 0 : 1 }).format(
    bytes / 1000 ** step,
  );
}
