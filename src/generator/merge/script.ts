import type ts from 'typescript';
import { Imports } from './imports.js';
import { Merger } from './merger.js';
import type { MergeReport } from './merge-report.js';
import type { Parts, Triple } from './piece.js';
import { Pieces } from './pieces.js';
import type { Printed } from './printed.js';
import type { TypeScript } from './typescript.js';
import { namesUsed } from './used-names.js';

/**
 * Merges TypeScript source texts.
 * @param outside names that are used outside the text, as a component's template uses names of its script
 * @returns undefined if a side, or the result, is not TypeScript
 */
export function mergeScript(
  ts: TypeScript,
  sides: Required<Triple<string>>,
  report: MergeReport,
  outside: readonly string[] = [],
): string | undefined {
  const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map((text) => parse(ts, text));
  if (!base || !ours || !theirs) return undefined;
  const merger = new Merger(report);
  const imports = new Imports(ts, { base, ours, theirs }, report);
  const files = { base: fileOf(ts, base), ours: fileOf(ts, ours), theirs: fileOf(ts, theirs) };
  const mergeAll = (triples: Triple[]) => {
    const others = triples.filter((triple) => !isImport(triple));
    const printed = merger.each(others, []);
    const code = [...printed.values()].map(({ text }) => text).join('\n');
    const texts = imports.merged(new Set([...namesUsed(ts, code), ...outside]));
    for (const triple of triples.filter(isImport)) {
      const own = importOf(triple, texts, merger);
      if (own) printed.set(triple, own);
    }
    return printed;
  };
  const parts = { base: files.base.parts, ours: files.ours.parts, theirs: files.theirs.parts };
  const text = merger.parts(parts, [], mergeAll) ?? '';
  const merged = merger.comment(files.base.header, files.ours.header, files.theirs.header, []) + text;
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
  if (!first || !isImport({ ours: first })) return { header: '', parts };
  const header = first.space + first.comments;
  Object.assign(first, { space: '', comments: '' });
  return { header, parts };
}

function isImport({ base, ours, theirs }: Triple): boolean {
  return (ours ?? theirs ?? base)?.name.startsWith('import ') === true;
}

/** An import with the comments around it. Hand-written comments stay even if nothing is imported any more. */
function importOf(triple: Triple, texts: Map<string, string>, merger: Merger): Printed | undefined {
  const { base, ours, theirs } = triple;
  const piece = ours ?? theirs;
  if (!piece) return undefined;
  const text = texts.get(piece.name);
  texts.delete(piece.name);
  const both = ours && theirs;
  const comments = both ? merger.comment(base?.comments, ours.comments, theirs.comments, [piece.name]) : piece.comments;
  const trail = both ? merger.comment(base?.trail, ours.trail, theirs.trail, [piece.name]) : piece.trail;
  if (text !== undefined) return { space: '', comments, text, trail };
  const isWritten = ours && ours.comments + ours.trail !== (base?.comments ?? '') + (base?.trail ?? '');
  return isWritten ? { space: '', comments, text: '', trail } : undefined;
}
