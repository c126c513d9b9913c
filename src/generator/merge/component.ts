import { diff3Merge } from 'node-diff3';
import { type Block, blocksOf } from './blocks.js';
import { ordered } from './piece-order.js';
import type { MergeReport } from './merge-report.js';
import type { Triple } from './piece.js';
import { mergeScript } from './script.js';
import type { TypeScript } from './typescript.js';

/**
 * Merges Vue components block by block: scripts by their syntax, all others by lines.
 * @returns undefined if a side is not a component, or if a script, before or after the merge, is not TypeScript
 */
export function mergeComponent(
  ts: TypeScript,
  sides: Required<Triple<string>>,
  report: MergeReport,
): string | undefined {
  const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map(blocksOf);
  if (!base || !ours || !theirs) return undefined;
  const names = new Set([...ours, ...theirs, ...base].map(({ name }) => name));
  const triples = [...names].map((name): Triple<Block> => {
    const own = (blocks: Block[]) => blocks.find((block) => block.name === name);
    return { base: own(base), ours: own(ours), theirs: own(theirs) };
  });
  // Scripts come last, because their imports depend on the names that the others use.
  const texts = new Map<Triple<Block>, string>();
  const isScript = (triple: Triple<Block>) => triple.ours !== undefined && triple.ours.tag === 'script';
  for (const triple of triples.filter((each) => !isScript(each))) {
    const text = lines(triple, report);
    if (text !== undefined) texts.set(triple, text);
  }
  const used = [...texts.values()].flatMap(namesIn);
  for (const triple of triples.filter(isScript)) {
    const text = script(ts, triple, report, used);
    if (text === undefined) return undefined;
    if (text !== '') texts.set(triple, text);
  }
  const order = ordered([...texts.keys()], base, ours, theirs);
  return `${order.map((triple) => texts.get(triple)).join('\n\n')}\n`;
}

/** Names that a template may use, each also in PascalCase, because components have both spellings. */
function namesIn(text: string): string[] {
  const words = text.match(/[\w$-]+/g) ?? [];
  const capital = (part: string) => part.charAt(0).toUpperCase() + part.slice(1);
  return words.flatMap((word) => [word, ...word.split('-'), word.split('-').map(capital).join('')]);
}

/** A block, merged by lines; undefined if nothing is left of it. */
function lines({ base, ours, theirs }: Triple<Block>, report: MergeReport): string | undefined {
  const name = (ours ?? theirs ?? base)?.name ?? '';
  if (!ours || !theirs) {
    const left = ours ?? theirs;
    if (!base || !left || left.text === base.text) return base ? undefined : left?.text;
    if (!ours) report.note(name, 'removed by hand and changed in the rendering; it stays removed');
    const isKept = ours && report.conflict(name, { base: base.text, ours: ours.text }) === 'ours';
    return isKept ? ours.text : undefined;
  }
  const regions = diff3Merge(ours.text.split('\n'), base?.text.split('\n') ?? [], theirs.text.split('\n'));
  return regions
    .flatMap(({ ok, conflict }) => {
      if (!conflict) return ok ?? [];
      const side = report.conflict(name, {
        base: conflict.o.join('\n'),
        ours: conflict.a.join('\n'),
        theirs: conflict.b.join('\n'),
      });
      return side === 'ours' ? conflict.a : conflict.b;
    })
    .join('\n');
}

/** A script; empty if nothing is left of it, undefined if it is not TypeScript. */
function script(ts: TypeScript, triple: Triple<Block>, report: MergeReport, used: string[]): string | undefined {
  const { base, ours, theirs } = triple;
  if (!base || !ours || !theirs) return lines(triple, report) ?? '';
  const inside = { base: base.inside, ours: ours.inside, theirs: theirs.inside };
  const merged = mergeScript(ts, inside, report, used);
  const open = ours.open === base.open ? theirs.open : ours.open;
  return merged === undefined ? undefined : `${open}${merged}</${ours.tag}>`;
}
