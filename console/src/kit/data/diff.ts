/** The difference between two texts, line by line. */
import { diffArrays } from 'diff/lib/diff/array.js';

/** A line of one text, or of both. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Lines to show, or unchanged ones to fold away. */
export interface DiffRun {
  folded: boolean;
  lines: DiffLine[];
}

/** Texts that differ in more lines than this have little in common: they are shown whole, one after the other. */
const MOST = 1000;

/** Unchanged lines that stay visible on either side of a change. */
const CONTEXT = 3;

/** The changes that lead from one text to another, removed lines before those added in their place. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  const changes = diffArrays(a, b, { maxEditLength: MOST });
  if (changes === undefined) return [...as('removed', a), ...as('added', b)];
  return changes.flatMap(({ value, added, removed }) => as(added ? 'added' : removed ? 'removed' : 'same', value));
}

const HUNK = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/;
const KINDS: Partial<Record<string, DiffLine['kind']>> = { ' ': 'same', '+': 'added', '-': 'removed' };

/** The changes that led to a text, according to a unified diff. */
export function unifiedLines(unified: string, after: string): DiffLine[] {
  const now = linesOf(after);
  const lines: DiffLine[] = [];
  let at: number | undefined;
  for (const line of linesOf(unified)) {
    const [, start, count] = HUNK.exec(line) ?? [];
    const kind = KINDS[line.charAt(0)];
    if (start !== undefined) {
      // A hunk with a count of 0 comes after the line that it names.
      const first = count === '0' ? Number(start) : Number(start) - 1;
      lines.push(...as('same', now.slice(at ?? 0, first)));
      at = first;
    } else if (at !== undefined && kind !== undefined) {
      lines.push({ kind, text: line.slice(1) });
      if (kind !== 'removed') at++;
    }
  }
  return [...lines, ...as('same', now.slice(at ?? 0))];
}

/** The lines, with long runs of unchanged ones separated. */
export function foldSame(lines: readonly DiffLine[]): DiffRun[] {
  const runs: DiffRun[] = [];
  const add = (folded: boolean, some: readonly DiffLine[]) => {
    const last = runs.at(-1);
    if (some.length === 0) return;
    if (last?.folded === folded) last.lines.push(...some);
    else runs.push({ folded, lines: [...some] });
  };
  for (let at = 0; at < lines.length;) {
    const kind = lines[at]?.kind;
    let end = at;
    while (end < lines.length && lines[end]?.kind === kind) end++;
    const head = at === 0 ? at : at + CONTEXT;
    const tail = end === lines.length ? end : end - CONTEXT;
    // One line is not worth folding.
    const fold = kind === 'same' && tail - head > 1;
    add(false, lines.slice(at, fold ? head : end));
    if (fold) {
      add(true, lines.slice(head, tail));
      add(false, lines.slice(tail, end));
    }
    at = end;
  }
  return runs;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  // An empty text after the last line break is not a line.
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function as(kind: DiffLine['kind'], texts: readonly string[]): DiffLine[] {
  return texts.map((text) => ({ kind, text }));
}
