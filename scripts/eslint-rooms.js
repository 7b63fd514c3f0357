import { dirname, relative, resolve, sep } from 'node:path';

/**
 * The rooms of src/ and the doors between them: which rooms and packages a room may import, statically or with
 * `import()`. A file directly in a room may always import its own room.
 */
const ROOMS = {
  contract: { rooms: [], packages: ['zod'] },
  lib: { rooms: [], packages: [] },
  agents: { rooms: ['contract', 'lib'], packages: ['eventsource-parser'] },
  state: { rooms: ['contract', 'agents', 'lib'], packages: ['svelte'] },
  ui: { rooms: ['state', 'contract', 'lib'], packages: ['svelte', '@lucide/svelte', 'marked', 'highlight.js', 'diff'] },
  worker: { rooms: ['contract', 'lib'], packages: [] },
  client: { rooms: ['contract', 'lib'], packages: ['comlink'] },
  'service-worker': {
    rooms: ['contract', 'lib'],
    packages: ['workbox-core', 'workbox-precaching', 'workbox-routing'],
  },
};

/** What single files may import beyond their room. */
const FILES = {
  'worker/database.ts': { packages: ['dexie'] },
  'worker/main.ts': { packages: ['comlink'] },
  'client/install.ts': { rooms: ['worker'] },
  'state/updates.svelte.ts': { packages: ['workbox-window'] },
};

/** @type {import('eslint').Rule.RuleModule} */
export const rooms = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      room: '{{from}}/ may not import {{to}}/. It may import: {{allowed}}.',
      package: '{{from}}/ may not import the package {{to}}. It may import: {{allowed}}.',
      computed: 'An import() needs a plain string, so that its door can be checked.',
      unknown: '{{from}}/ is not one of the rooms of src/.',
    },
  },
  create(context) {
    const file = relative(resolve(context.cwd, 'src'), context.filename).split(sep).join('/');
    const from = file.split('/')[0] ?? '';
    // Files directly in src/ (main, env) know every room; files elsewhere are not in the house.
    if (file.startsWith('..') || !file.includes('/')) return {};
    const room = ROOMS[from];
    if (!room) return { Program: (node) => context.report({ node, messageId: 'unknown', data: { from } }) };
    const own = FILES[file];
    const allowedRooms = [from, ...room.rooms, ...(own?.rooms ?? [])];
    const allowedPackages = [...room.packages, ...(own?.packages ?? [])];

    const check = (source) => {
      if (!source) return;
      const specifier = literal(source);
      if (specifier === null) return context.report({ node: source, messageId: 'computed' });
      if (specifier.startsWith('.')) {
        const target = relative(resolve(context.cwd, 'src'), resolve(dirname(context.filename), specifier));
        const to = target.split(sep)[0] ?? '';
        if (allowedRooms.includes(to)) return;
        context.report({ node: source, messageId: 'room', data: { from, to, allowed: allowedRooms.join(', ') } });
      } else if (!allowedPackages.some((name) => specifier === name || specifier.startsWith(`${name}/`))) {
        const allowed = allowedPackages.join(', ') || 'none';
        context.report({ node: source, messageId: 'package', data: { from, to: specifier, allowed } });
      }
    };

    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal),
    };
  },
};

function literal(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return null;
}
