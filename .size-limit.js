import { readFileSync } from 'node:fs';

/** What a first visit loads before anything lazy: the scripts and styles that the page names, and both workers. */
const html = readFileSync('dist/index.html', 'utf8');
const named = [...html.matchAll(/"\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => `dist/${file}`);

export default [
  { name: 'First load', path: [...named, 'dist/assets/database-*.js', 'dist/sw.js'], limit: '150 KB', gzip: true },
];
