import { mergeFile } from '../../../src/generator/merge/merge.js';
import { formatIn } from '../../../src/generator/output/format.js';
import { type Edit, edited } from './edits.js';

const format = await formatIn(process.cwd());

/** A file that a person edited, and that would now be rendered differently. */
export interface Pair {
  path: string;
  base: string;
  rendering: string;
  /** What the person did. */
  edits: Edit[];
}

/** The result of a merge: as it should be, refused, or wrong for a reason. */
export type Result = { right: true; exact: boolean } | { refused: string[] } | { wrong: string };

const formatted = new Map<string, Promise<string>>();

/**
 * Merges a pair and compares the result with what it must be: the rendering with the same edits applied. In any case,
 * merging again must give the same result, and no line may occur more often than both sides explain.
 */
export async function resultOf(pair: Pair): Promise<Result> {
  const { path, base, rendering, edits } = pair;
  const hand = await formattedAs(path, all(edits, base) ?? '');
  const { text, conflicts } = await mergeFile(path, { base, hand, rendering });
  if (conflicts.length > 0)
    return refused(
      pair,
      hand,
      conflicts.map(({ where }) => where),
    );
  const again = await mergeFile(path, { base, hand: text, rendering });
  if (again.conflicts.length > 0 || !(await isSame(path, again.text, text))) return { wrong: 'not the same again' };
  const wanted = all(edits, rendering);
  if (wanted === undefined) return { wrong: 'nothing to compare it with' };
  const line = tooOften(text, { base, hand, rendering });
  if (line !== undefined) return { wrong: `too often: ${line}` };
  if (await isSame(path, text, wanted)) return { right: true, exact: true };
  const [merged, expected] = [await formattedAs(path, text), await formattedAs(path, wanted)];
  if (codeOf(merged, path) !== codeOf(expected, path)) return { wrong: merged };
  const imports = importProblem(merged, expected);
  return imports === undefined ? { right: true, exact: false } : { wrong: imports };
}

/** Whether two texts are the same once they are formatted. */
async function isSame(path: string, one: string, other: string): Promise<boolean> {
  return one === other || (await formattedAs(path, one)) === (await formattedAs(path, other));
}

/** Checks that the conflicts can be decided for either side, and that the next merge has nothing left to decide. */
async function refused({ path, base, rendering }: Pair, hand: string, where: string[]): Promise<Result> {
  for (const side of ['hand', 'rendering'] as const) {
    const decided = await mergeFile(path, { base, hand, rendering }, side);
    const merged = await formattedAs(path, decided.text);
    const next = await mergeFile(path, { base: rendering, hand: merged, rendering });
    if (decided.conflicts.length > 0 || (await formattedAs(path, next.text)) !== merged)
      return { wrong: `decided for ${side}` };
  }
  return { refused: where };
}

function all(edits: Edit[], text: string): string | undefined {
  return edits.reduce<string | undefined>((result, edit) => result && edited(edit, result), text);
}

function formattedAs(path: string, text: string): Promise<string> {
  const key = `${path}\n${text}`;
  const known = formatted.get(key) ?? format(text, path);
  formatted.set(key, known);
  return known;
}

/** The lines except imports, and the words in them, sorted: if both sides add something, either may come first. */
function codeOf(text: string, path: string): string {
  const words = (line: string) => (line.match(/[\w']+|[^\s\w,]/g) ?? []).sort().join(' ');
  // The formatter wraps these texts, so words may move between lines.
  if (path.endsWith('.text.ts')) return words(text);
  return linesOf(text)
    .filter((line) => !line.startsWith('import '))
    .map(words)
    .sort()
    .join('\n');
}

/** A name that is imported twice or not used, or one that is used and imported only by the wanted text. */
function importProblem(text: string, wanted: string): string | undefined {
  const [own, needed] = [importsIn(text), importsIn(wanted)];
  const code = text.replace(/^import [^;]*;$/gm, '');
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(code);
  const missing = needed.find((name) => !own.includes(name) && isUsed(name));
  const idle = own.find((name) => /^\w+$/.test(name) && !isUsed(name));
  return missing ?? idle ?? own.find((name, index) => own.indexOf(name) !== index);
}

function importsIn(text: string): string[] {
  return [...text.matchAll(/^import ([^;]*);$/gm)].flatMap(([, clause = '']) => {
    const named = /\{([^}]*)\}/.exec(clause)?.[1];
    return named === undefined ? [clause] : named.split(',').map((name) => name.replace(/\btype /, '').trim());
  });
}

/** A line that occurs more often than both sides explain. */
function tooOften(text: string, sides: { base: string; hand: string; rendering: string }): string | undefined {
  const [before, here, there] = [sides.base, sides.hand, sides.rendering].map(countsOf);
  return [...countsOf(text)].find(([line, count]) => {
    if (line === '') return false;
    const [b, h, r] = [before, here, there].map((counts) => counts?.get(line) ?? 0) as [number, number, number];
    // A line may be put together from both sides, so one occurrence is always allowed.
    return count > Math.max(h, r, h + r - b, 1);
  })?.[0];
}

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of linesOf(text)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim());
}
