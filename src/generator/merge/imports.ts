import type ts from 'typescript';
import { type Binding, type ImportText, readImports, signatureOf, written } from './import-names.js';
import { ordered } from './piece-order.js';
import type { MergeReport } from './merge-report.js';
import type { Triple } from './piece.js';
import type { TypeScript } from './typescript.js';

/** Merges the imports of three sides name by name: a name is imported if it is used. */
export class Imports {
  private readonly read: Record<keyof Triple, ReturnType<typeof readImports>>;

  constructor(
    ts: TypeScript,
    sources: Record<keyof Triple, ts.SourceFile>,
    private readonly report: MergeReport,
  ) {
    this.read = {
      base: readImports(ts, sources.base),
      ours: readImports(ts, sources.ours),
      theirs: readImports(ts, sources.theirs),
    };
  }

  /** The texts of the imports, by the names of the imports. @param used the names that the rest of the file uses */
  merged(used: ReadonlySet<string>): Map<string, string> {
    const { base, ours, theirs } = this.read;
    const homes = new Map<string, Binding[]>();
    for (const local of new Set([...theirs.bindings.keys(), ...ours.bindings.keys()])) {
      const binding = this.binding(local, used.has(local));
      if (binding) homes.set(binding.home, [...(homes.get(binding.home) ?? []), binding]);
    }
    const texts = new Map([...homes].map(([home, bindings]) => [home, this.textOf(home, bindings)]));
    for (const [home, { names, text }] of [...theirs.texts, ...ours.texts]) {
      const isLeft = [ours, theirs].every(({ texts: own }) => own.has(home)) || !base.texts.has(home);
      if (names.length === 0 && isLeft) texts.set(home, text);
    }
    return texts;
  }

  /** The binding of a name; undefined if it is no longer imported. */
  private binding(local: string, isUsed: boolean): Binding | undefined {
    const base = this.read.base.bindings.get(local);
    const ours = this.read.ours.bindings.get(local);
    const theirs = this.read.theirs.bindings.get(local);
    if (!isUsed) return base ? undefined : ours;
    if (!ours || !theirs) return ours ?? theirs;
    const isType = ours.isType && theirs.isType;
    if (ours.source === theirs.source || base?.source === theirs.source) return { ...ours, isType };
    if (base?.source === ours.source) return { ...theirs, isType };
    const side = this.report.conflict(`import ${local}`, {
      base: base?.source,
      ours: ours.source,
      theirs: theirs.source,
    });
    return side === 'ours' ? ours : theirs;
  }

  private textOf(home: string, bindings: Binding[]): string {
    const [base, ours, theirs] = [this.read.base, this.read.ours, this.read.theirs].map(({ texts }) => texts.get(home));
    const locals = new Map(bindings.map((binding) => [binding.local, binding]));
    const triples = [...locals.keys()].map((local) => tripleOf(local, base, ours, theirs));
    const order = ordered(triples, base?.names ?? [], ours?.names ?? [], theirs?.names ?? []);
    const sorted = order.flatMap(({ base: inBase, ours: inOurs, theirs: there }) => {
      const binding = locals.get(inOurs ?? there ?? inBase ?? '');
      return binding ? [binding] : [];
    });
    for (const side of [ours, theirs]) if (side && side.signature === signatureOf(sorted)) return side.text;
    return written(sorted, [ours, theirs]);
  }
}

function tripleOf(local: string, base?: ImportText, ours?: ImportText, theirs?: ImportText): Triple<string> {
  const own = (side?: ImportText) => (side?.names.includes(local) ? local : undefined);
  return { base: own(base), ours: own(ours), theirs: own(theirs) };
}
