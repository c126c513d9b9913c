import type ts from 'typescript';
import { Imports } from './imports.js';
import type { Sides } from './merged.js';
import { Merger } from './merger.js';
import type { Outcome } from './outcome.js';
import type { Parts, Trio } from './piece.js';
import { Pieces } from './pieces.js';
import type { Printed } from './print.js';
import type { TypeScript } from './typescript.js';
import { namesUsed } from './used-names.js';

/**
 * Merges TypeScript source texts.
 * @param outside names that are used outside the text, as a component's template uses those of its script
 * @returns undefined if a side, or the result, is not TypeScript
 */
export function mergeScript(
  ts: TypeScript,
  sides: Sides,
  outcome: Outcome,
  outside: readonly string[] = [],
): string | undefined {
  const [base, hand, rendering] = [sides.base, sides.hand, sides.rendering].map((text) => parse(ts, text));
  if (!base || !hand || !rendering) return undefined;
  const merger = new Merger(outcome);
  const imports = new Imports(ts, { base, hand, rendering }, outcome);
  const files = { base: fileOf(ts, base), hand: fileOf(ts, hand), rendering: fileOf(ts, rendering) };
  const mergeAll = (trios: Trio[]) => {
    const others = trios.filter((trio) => !isImport(trio));
    const printed = merger.each(others, []);
    const code = [...printed.values()].map(({ text }) => text).join('\n');
    const texts = imports.merged(new Set([...namesUsed(ts, code), ...outside]));
    for (const trio of trios.filter(isImport)) {
      const own = importOf(trio, texts, merger);
      if (own) printed.set(trio, own);
    }
    return printed;
  };
  const parts = { base: files.base.parts, hand: files.hand.parts, rendering: files.rendering.parts };
  const text = merger.parts(parts, [], mergeAll) ?? '';
  const merged = merger.comment(files.base.header, files.hand.header, files.rendering.header, []) + text;
  return parse(ts, merged) && merged;
}

/** The syntax tree of a text; undefined if it has syntax errors. */
function parse(ts: TypeScript, text: string): ts.SourceFile | undefined {
  const source = ts.createSourceFile('merged.ts', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const { parseDiagnostics } = source as ts.SourceFile & { parseDiagnostics: unknown[] };
  return parseDiagnostics.length === 0 ? source : undefined;
}

interface File {
  /** The comments before the first import, which belong to the file. */
  header: string;
  parts: Parts;
}

function fileOf(ts: TypeScript, source: ts.SourceFile): File {
  const parts = new Pieces(ts, source).file();
  const [first] = parts.pieces;
  if (!first || !isImport({ hand: first })) return { header: '', parts };
  const header = first.space + first.comments;
  Object.assign(first, { space: '', comments: '' });
  return { header, parts };
}

function isImport({ base, hand, rendering }: Trio): boolean {
  return (hand ?? rendering ?? base)?.name.startsWith('import ') === true;
}

/** An import with the comments around it. Those that somebody wrote stay even if nothing is imported any more. */
function importOf(trio: Trio, texts: Map<string, string>, merger: Merger): Printed | undefined {
  const { base, hand, rendering } = trio;
  const piece = hand ?? rendering;
  if (!piece) return undefined;
  const text = texts.get(piece.name);
  texts.delete(piece.name);
  const both = hand && rendering;
  const comments = both
    ? merger.comment(base?.comments, hand.comments, rendering.comments, [piece.name])
    : piece.comments;
  const trail = both ? merger.comment(base?.trail, hand.trail, rendering.trail, [piece.name]) : piece.trail;
  if (text !== undefined) return { space: '', comments, text, trail };
  const isWritten = hand && hand.comments + hand.trail !== (base?.comments ?? '') + (base?.trail ?? '');
  return isWritten ? { space: '', comments, text: '', trail } : undefined;
}
