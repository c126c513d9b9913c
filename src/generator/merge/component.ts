import { diff3Merge } from 'node-diff3';
import { type Block, blocksOf } from './blocks.js';
import type { Sides } from './merged.js';
import { ordered } from './order.js';
import type { Outcome } from './outcome.js';
import type { Trio } from './piece.js';
import { mergeScript } from './script.js';
import type { TypeScript } from './typescript.js';

/**
 * Merges Vue components block by block: scripts by their syntax, all others by lines.
 * @returns undefined if a side is not a component, or if a script, before or after the merge, is not TypeScript
 */
export function mergeComponent(ts: TypeScript, sides: Sides, outcome: Outcome): string | undefined {
  const [base, hand, rendering] = [sides.base, sides.hand, sides.rendering].map(blocksOf);
  if (!base || !hand || !rendering) return undefined;
  const names = new Set([...hand, ...rendering, ...base].map(({ name }) => name));
  const trios = [...names].map((name): Trio<Block> => {
    const own = (blocks: Block[]) => blocks.find((block) => block.name === name);
    return { base: own(base), hand: own(hand), rendering: own(rendering) };
  });
  // Scripts come last: what they import depends on what the others use.
  const texts = new Map<Trio<Block>, string>();
  const isScript = (trio: Trio<Block>) => trio.hand !== undefined && trio.hand.tag === 'script';
  for (const trio of trios.filter((each) => !isScript(each))) {
    const text = lines(trio, outcome);
    if (text !== undefined) texts.set(trio, text);
  }
  const used = [...texts.values()].flatMap(namesIn);
  for (const trio of trios.filter(isScript)) {
    const text = script(ts, trio, outcome, used);
    if (text === undefined) return undefined;
    if (text !== '') texts.set(trio, text);
  }
  const order = ordered([...texts.keys()], base, hand, rendering);
  return `${order.map((trio) => texts.get(trio)).join('\n\n')}\n`;
}

/** Names that a template may use, each also in PascalCase, because components have both spellings. */
function namesIn(text: string): string[] {
  const words = text.match(/[\w$-]+/g) ?? [];
  const capital = (part: string) => part.charAt(0).toUpperCase() + part.slice(1);
  return words.flatMap((word) => [word, ...word.split('-'), word.split('-').map(capital).join('')]);
}

/** A block, merged by lines; undefined if nothing is left of it. */
function lines({ base, hand, rendering }: Trio<Block>, outcome: Outcome): string | undefined {
  const name = (hand ?? rendering ?? base)?.name ?? '';
  if (!hand || !rendering) {
    const left = hand ?? rendering;
    if (!base || !left || left.text === base.text) return base ? undefined : left?.text;
    if (!hand) outcome.note(name, 'removed by hand and changed in the rendering; it stays removed');
    const isKept = hand && outcome.conflict(name, { base: base.text, hand: hand.text }) === 'hand';
    return isKept ? hand.text : undefined;
  }
  const regions = diff3Merge(hand.text.split('\n'), base?.text.split('\n') ?? [], rendering.text.split('\n'));
  return regions
    .flatMap(({ ok, conflict }) => {
      if (!conflict) return ok ?? [];
      const side = outcome.conflict(name, {
        base: conflict.o.join('\n'),
        hand: conflict.a.join('\n'),
        rendering: conflict.b.join('\n'),
      });
      return side === 'hand' ? conflict.a : conflict.b;
    })
    .join('\n');
}

/** A script; empty if none is left, undefined if it is not TypeScript. */
function script(ts: TypeScript, trio: Trio<Block>, outcome: Outcome, used: string[]): string | undefined {
  const { base, hand, rendering } = trio;
  if (!base || !hand || !rendering) return lines(trio, outcome) ?? '';
  const inside = { base: base.inside, hand: hand.inside, rendering: rendering.inside };
  const merged = mergeScript(ts, inside, outcome, used);
  const open = hand.open === base.open ? rendering.open : hand.open;
  return merged === undefined ? undefined : `${open}${merged}</${hand.tag}>`;
}
