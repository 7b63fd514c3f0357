import hljs from 'highlight.js/lib/core';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { headingLevels } from '../../src/ui/markdown/heading-levels';
import { languageOf, loadLanguage } from '../../src/ui/markdown/highlight-languages';
import { toRuns } from '../../src/ui/markdown/highlight-runs';
import { inlineImage, safeHref } from '../../src/ui/markdown/links';
import { decodeEntities } from '../../src/ui/markdown/plain-text';

describe('links and images of a model', () => {
  it.each(['https://e.org/a', 'http://127.0.0.1:8080', 'mailto:a@e.org', 'HTTPS://E.ORG'])(
    '%s can be followed',
    (href) => {
      expect(safeHref(href)).toBe(href);
    },
  );

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    '/local',
    '#a',
    'blob:x',
    'https:/e.org',
    '',
  ])('%j stays text', (href) => {
    expect(safeHref(href)).toBeNull();
  });

  it('shows a picture only when it carries its own bytes', () => {
    expect(inlineImage('data:image/png;base64,iVBORw0KGgo=')).not.toBeNull();
    expect(inlineImage('data:image/svg+xml;base64,PHN2Zz4=')).toBeNull();
    expect(inlineImage('https://e.org/pixel.png')).toBeNull();
  });
});

describe('the text of a model', () => {
  it('shows character references as characters and leaves what is none', () => {
    expect(decodeEntities('a &amp; b &#8364; &#x1F30A; &unknown; &#0; AT&T')).toBe('a & b € 🌊 &unknown; &#0; AT&T');
  });

  it('has headings that go down one level at a time', () => {
    const levels = headingLevels(marked.lexer('### a\n\ntext\n\n###### b\n\n### c\n\n# d\n'));
    expect(levels.filter((level) => level !== undefined)).toEqual([2, 3, 2, 2]);
  });
});

describe('coloured code', () => {
  it('is the code itself, cut into runs', async () => {
    const code = 'const text: string = `a ${1 + 2} <b>&amp;</b>`; // done\n';
    hljs.registerLanguage('typescript', await loadLanguage('typescript'));
    const runs = toRuns(hljs.highlight(code, { language: 'typescript', ignoreIllegals: true }));
    expect(runs.map(({ text }) => text).join('')).toBe(code);
    expect(runs).toContainEqual({ text: 'const', kind: 'keyword' });
    expect(runs).toContainEqual({ text: '// done', kind: 'comment' });
  });

  it.each([
    ['ts', 'typescript'],
    ['C++', 'cpp'],
    ['sh', 'bash'],
    ['svelte', 'xml'],
    ['klingon', null],
    ['constructor', null],
  ])('knows the fence %s as %s', (fence, language) => {
    expect(languageOf(fence)).toBe(language);
  });
});
