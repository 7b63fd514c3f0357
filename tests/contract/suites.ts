import { fileCases, libraryCases, projectCases } from './beside';
import type { Case } from './case';
import { chatCases } from './chat';
import { sessionCases } from './sessions';

/** The whole contract of the page's APIs. */
export const suites: { name: string; cases: Case[] }[] = [
  { name: 'window.api.sessions', cases: sessionCases },
  { name: 'window.client.chat', cases: chatCases },
  { name: 'window.api.projects', cases: projectCases },
  { name: 'window.api.files', cases: fileCases },
  { name: 'window.api.library', cases: libraryCases },
];
