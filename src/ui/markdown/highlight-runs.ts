import type { HighlightResult } from 'highlight.js';

/** A stretch of code of one kind; `kind` is empty for plain code. */
export interface CodeRun {
  text: string;
  kind: CodeKind | '';
}

const KINDS = [
  'comment',
  'keyword',
  'string',
  'number',
  'title',
  'attr',
  'addition',
  'deletion',
  'emphasis',
  'strong',
] as const;
type CodeKind = (typeof KINDS)[number];

/**
 * Flattens the highlighter's tree of scopes; its HTML string is not used. Throws a `TypeError` where the result has no
 * such tree.
 */
export function toRuns(result: Pick<HighlightResult, '_emitter'>): CodeRun[] {
  const root: unknown = Reflect.get(result._emitter, 'rootNode');
  if (!isNode(root)) throw new TypeError('The highlighter has no tree of scopes');
  const runs: CodeRun[] = [];
  const visit = (node: unknown, kind: CodeRun['kind']): void => {
    if (typeof node === 'string') {
      const last = runs.at(-1);
      if (last?.kind === kind) last.text += node;
      else runs.push({ text: node, kind });
    } else if (isNode(node)) {
      node.children.forEach((child) => visit(child, kindOf(node.scope) ?? kind));
    }
  };
  visit(root, '');
  return runs;
}

interface ScopeNode {
  scope?: unknown;
  children: unknown[];
}

const isNode = (value: unknown): value is ScopeNode =>
  typeof value === 'object' && value !== null && 'children' in value && Array.isArray(value.children);

const OTHER_SCOPES: Record<string, CodeRun['kind']> = {
  quote: 'comment',
  doctag: 'comment',
  meta: 'comment',
  literal: 'number',
  symbol: 'number',
  bullet: 'number',
  built_in: 'title',
  type: 'title',
  class: 'title',
  section: 'title',
  name: 'keyword',
  tag: '',
  'selector-tag': 'keyword',
  'selector-class': 'attr',
  'selector-id': 'attr',
  'selector-attr': 'attr',
  'selector-pseudo': 'attr',
  attribute: 'attr',
  property: 'attr',
  variable: 'attr',
  'template-variable': 'attr',
  regexp: 'string',
  link: 'string',
  char: 'string',
  subst: '',
  params: '',
  operator: '',
  punctuation: '',
};

/** `undefined` where a scope has no colour of its own and takes that around it. */
function kindOf(scope: unknown): CodeRun['kind'] | undefined {
  if (typeof scope !== 'string') return undefined;
  const name = scope.split('.')[0] ?? scope;
  return KINDS.find((kind) => kind === name) ?? (Object.hasOwn(OTHER_SCOPES, name) ? OTHER_SCOPES[name] : undefined);
}
