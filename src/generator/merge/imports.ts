import type ts from 'typescript';
import { type Binding, type ImportText, readImports, signatureOf, written } from './import-names.js';
import { ordered } from './order.js';
import type { Outcome } from './outcome.js';
import type { Trio } from './piece.js';
import type { TypeScript } from './typescript.js';

type Side = keyof Trio;

/** Merges the imports of three sides name by name: what is used is imported. */
export class Imports {
  private readonly read: Record<Side, ReturnType<typeof readImports>>;

  constructor(
    ts: TypeScript,
    sources: Record<Side, ts.SourceFile>,
    private readonly outcome: Outcome,
  ) {
    this.read = {
      base: readImports(ts, sources.base),
      hand: readImports(ts, sources.hand),
      rendering: readImports(ts, sources.rendering),
    };
  }

  /** The texts of the imports, by the names of the imports. @param used the names that the rest of the file uses */
  merged(used: ReadonlySet<string>): Map<string, string> {
    const { base, hand, rendering } = this.read;
    const homes = new Map<string, Binding[]>();
    for (const local of new Set([...rendering.bindings.keys(), ...hand.bindings.keys()])) {
      const binding = this.binding(local, used.has(local));
      if (binding) homes.set(binding.home, [...(homes.get(binding.home) ?? []), binding]);
    }
    const texts = new Map([...homes].map(([home, bindings]) => [home, this.textOf(home, bindings)]));
    for (const [home, { names, text }] of [...rendering.texts, ...hand.texts]) {
      const isLeft = [hand, rendering].every(({ texts: own }) => own.has(home)) || !base.texts.has(home);
      if (names.length === 0 && isLeft) texts.set(home, text);
    }
    return texts;
  }

  /** What a name stands for; undefined if it is no longer imported. */
  private binding(local: string, isUsed: boolean): Binding | undefined {
    const base = this.read.base.bindings.get(local);
    const hand = this.read.hand.bindings.get(local);
    const rendering = this.read.rendering.bindings.get(local);
    if (!isUsed) return base ? undefined : hand;
    if (!hand || !rendering) return hand ?? rendering;
    const isType = hand.isType && rendering.isType;
    if (hand.source === rendering.source || base?.source === rendering.source) return { ...hand, isType };
    if (base?.source === hand.source) return { ...rendering, isType };
    const side = this.outcome.conflict(`import ${local}`, {
      base: base?.source,
      hand: hand.source,
      rendering: rendering.source,
    });
    return side === 'hand' ? hand : rendering;
  }

  private textOf(home: string, bindings: Binding[]): string {
    const [base, hand, rendering] = [this.read.base, this.read.hand, this.read.rendering].map(({ texts }) =>
      texts.get(home),
    );
    const locals = new Map(bindings.map((binding) => [binding.local, binding]));
    const trios = [...locals.keys()].map((local) => trioOf(local, base, hand, rendering));
    const order = ordered(trios, base?.names ?? [], hand?.names ?? [], rendering?.names ?? []);
    const sorted = order.flatMap(({ base: inBase, hand: inHand, rendering: there }) => {
      const binding = locals.get(inHand ?? there ?? inBase ?? '');
      return binding ? [binding] : [];
    });
    for (const side of [hand, rendering]) if (side && side.signature === signatureOf(sorted)) return side.text;
    return written(sorted, [hand, rendering]);
  }
}

function trioOf(local: string, base?: ImportText, hand?: ImportText, rendering?: ImportText): Trio<string> {
  const own = (side?: ImportText) => (side?.names.includes(local) ? local : undefined);
  return { base: own(base), hand: own(hand), rendering: own(rendering) };
}
