import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Activity } from '../../src/state/blocks';
import { diffCounts, diffRows } from '../../src/ui/conversation/diff-rows';
import { groupState, toolSummary } from '../../src/ui/conversation/tool-summary';
import { inputText, terminalText } from '../../src/ui/conversation/tool-text';

const call = (toolKind: string | undefined, status: Activity['status'] = 'completed'): Activity => ({
  id: 'x',
  title: '',
  status,
  ...(toolKind !== undefined && { toolKind }),
});

describe('a stretch of tool calls', () => {
  it('is summed up in words', () => {
    expect(toolSummary([call('read'), call('read'), call('execute'), call('read')])).toBe(
      'read 3 files, ran 1 command',
    );
    expect(toolSummary([call('search'), call('fetch'), call('toString'), call(undefined)])).toBe(
      'searched once, fetched 1 page, used 2 tools',
    );
  });

  it('never says of what failed or was rejected that it was done', () => {
    expect(toolSummary([call('read'), call('edit', 'failed'), call('read')])).toBe('read 2 files, 1 not done');
    expect(toolSummary([call('edit', 'failed')])).toBe('1 tool call');
  });

  it('is running while one call is, and failed when one has', () => {
    expect(groupState([call('read', 'failed'), call('read', 'pending')])).toBe('running');
    expect(groupState([call('read', 'failed'), call('read')])).toBe('failed');
    expect(groupState([call('read')])).toBe('done');
  });
});

describe('what a tool was given and gave back', () => {
  it('shows a command as it would be typed, with whatever comes beside it', () => {
    expect(inputText({ command: 'ls -la' })).toBe('ls -la');
    expect(inputText({ command: 'git', args: ['status', '-s'] })).toBe('git status -s');
    expect(inputText({ command: 'ls', cwd: '/tmp' })).toBe('ls\n\n{\n  "cwd": "/tmp"\n}');
    expect(inputText({ path: 'a' })).toBe('{\n  "path": "a"\n}');
    expect(inputText(undefined)).toBe('');
    expect(inputText({ path: 'a' }, ['a'])).toBe('');
    expect(inputText({ path: 'a', offset: 3 }, ['a'])).toContain('offset');
  });

  it('shows terminal output as a terminal would: no codes, redrawn lines once', () => {
    expect(terminalText('\u001b[32mok\u001b[0m\r\n10%\r100%\n\u001b]0;title\u0007end')).toBe('ok\n100%\nend');
  });
});

describe('a change of a file', () => {
  it('shows changed lines with their surroundings and leaves the rest out', async () => {
    const before = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
    const after = before.with(19, 'changed');
    const rows = await diffRows(before.join('\n'), after.join('\n'));
    expect(rows.map(({ kind }) => kind)).toEqual([
      'gap',
      'same',
      'same',
      'same',
      'removed',
      'added',
      'same',
      'same',
      'same',
    ]);
    expect(rows[5]).toEqual({ kind: 'added', text: 'changed', line: 20 });
    expect(diffCounts(rows)).toEqual({ added: 1, removed: 1 });
  });

  it('shows every line of a new file as added', async () => {
    expect(await diffRows(null, 'a\nb\n')).toEqual([
      { kind: 'added', text: 'a', line: 1 },
      { kind: 'added', text: 'b', line: 2 },
    ]);
  });

  it('holds every line of both sides that differs', async () => {
    const lines = fc.array(fc.constantFrom('a', 'b', '+c', '-d', '', '\\ e'), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(lines, lines, async (before, after) => {
        const text = (side: string[]) => side.map((line) => `${line}\n`).join('');
        const rows = await diffRows(text(before), text(after));
        const { added, removed } = diffCounts(rows);
        expect(added - removed).toBe(after.length - before.length);
        for (const row of rows) {
          if (row.kind === 'added') expect(after[(row.line ?? 0) - 1]).toBe(row.text);
          if (row.kind === 'removed') expect(before[(row.line ?? 0) - 1]).toBe(row.text);
        }
      }),
    );
  });
});
