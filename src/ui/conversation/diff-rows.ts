/** A line of a unified diff, or a gap between two of its stretches. Line numbers start at 1. */
export interface DiffRow {
  kind: 'same' | 'added' | 'removed' | 'gap';
  text: string;
  line: number | null;
}

const CONTEXT_LINES = 3;

/** The changed lines with their surroundings. `oldText` is `null` for a new file. */
export async function diffRows(oldText: string | null, newText: string): Promise<DiffRow[]> {
  if (oldText === null) return linesOf(newText).map((text, index) => ({ kind: 'added', text, line: index + 1 }));
  const { structuredPatch } = await import('diff');
  const { hunks } = structuredPatch('', '', oldText, newText, undefined, undefined, { context: CONTEXT_LINES });
  return hunks.flatMap((hunk, index) => {
    const isAtTop = index === 0 && hunk.oldStart <= 1;
    const rows: DiffRow[] = isAtTop ? [] : [{ kind: 'gap', text: '', line: null }];
    let [oldLine, newLine] = [hunk.oldStart, hunk.newStart];
    for (const line of hunk.lines) {
      const text = line.slice(1);
      if (line.startsWith('+')) rows.push({ kind: 'added', text, line: newLine++ });
      else if (line.startsWith('-')) rows.push({ kind: 'removed', text, line: oldLine++ });
      else if (line.startsWith(' ')) rows.push({ kind: 'same', text, line: (oldLine++, newLine++) });
    }
    return rows;
  });
}

/** How many lines came and went. */
export function diffCounts(rows: DiffRow[]): { added: number; removed: number } {
  const count = (kind: DiffRow['kind']) => rows.filter((row) => row.kind === kind).length;
  return { added: count('added'), removed: count('removed') };
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
