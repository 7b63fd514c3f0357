import type { Case } from './case';
import { sessionCases } from './sessions';

/** The whole contract of the page's APIs. */
export const suites: { name: string; cases: Case[] }[] = [{ name: 'window.api.sessions', cases: sessionCases }];
