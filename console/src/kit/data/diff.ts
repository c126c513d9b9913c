/** The difference between two texts, line by line. */

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

/** Texts that differ in more lines than this have little in common: first one is shown whole, then the other. */
const MOST = 1000;

/** Unchanged lines that stay visible on either side of a change. */
const CONTEXT = 3;

/** A shortest sequence of changes from one text to another. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  return [
    ...as('same', a.slice(0, start)),
    ...ordered(shortest(a.slice(start, endA), b.slice(start, endB))),
    ...as('same', a.slice(endA)),
  ];
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

/**
 * Myers' greedy algorithm: for each number of changes, `reached[k]` is how far into `a` one gets on diagonal k (lines
 * removed from `a`, less lines added from `b`); the changes are then read backwards from these.
 */
function shortest(a: readonly string[], b: readonly string[]): DiffLine[] {
  const steps: Map<number, number>[] = [];
  let reached = new Map([[1, 0]]);
  for (let changes = 0; changes <= Math.min(a.length + b.length, MOST); changes++) {
    steps.push(reached);
    const next = new Map<number, number>();
    for (let k = -changes; k <= changes; k += 2) {
      let x = Math.max(reached.get(k + 1) ?? -1, (reached.get(k - 1) ?? -2) + 1);
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return wayBack(a, b, steps);
    }
    reached = next;
  }
  return [...as('removed', a), ...as('added', b)];
}

function wayBack(a: readonly string[], b: readonly string[], steps: readonly Map<number, number>[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let [x, y] = [a.length, b.length];
  for (const reached of [...steps].reverse()) {
    const k = x - y;
    const [down, right] = [reached.get(k + 1) ?? -1, (reached.get(k - 1) ?? -2) + 1];
    const added = down >= right;
    const fromX = added ? down : right - 1;
    const fromY = fromX - (added ? k + 1 : k - 1);
    while (x > Math.max(fromX, 0) && y > Math.max(fromY, 0) && a[x - 1] === b[y - 1]) {
      lines.push({ kind: 'same', text: a[--x] ?? '' });
      y--;
    }
    if (reached === steps[0]) break;
    lines.push(added ? { kind: 'added', text: b[--y] ?? '' } : { kind: 'removed', text: a[--x] ?? '' });
  }
  return lines.reverse();
}

/** The same lines, with removed ones before those added in their place. */
function ordered(lines: readonly DiffLine[]): DiffLine[] {
  const result: DiffLine[] = [];
  let added: DiffLine[] = [];
  for (const line of lines) {
    if (line.kind === 'added') added.push(line);
    else {
      if (line.kind === 'same') {
        result.push(...added);
        added = [];
      }
      result.push(line);
    }
  }
  return [...result, ...added];
}
