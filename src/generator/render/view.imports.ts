import type { ModelColumn } from '../model/model.js';

/** One import statement. */
export interface Import {
  names: string[];
  from: string;
}

/** Import statements for names by the module that exports them, types first; a module without names is left out. */
export function importsOf(modules: Record<string, string[]>): Import[] {
  return Object.entries(modules)
    .map(([from, names]) => ({ from, names: [...new Set(names)].sort(byKind) }))
    .filter(({ names }) => names.length > 0);
}

function byKind(a: string, b: string): number {
  const [first, second] = [a, b].map((name) => `${name.startsWith('type ') ? 0 : 1}${name}`) as [string, string];
  return first < second ? -1 : 1;
}

/** Source text of a column's transformer. */
export function transformerOf({ shape, family }: ModelColumn): string | undefined {
  if (family.kind === 'decimal') return `decimalText(${family.scale})`;
  return shape.transformer === 'fixedBinaryText' && 'maxBytes' in family
    ? `fixedBinaryText(${family.maxBytes})`
    : shape.transformer;
}

/** The name of a decorator that is called: `Text` of `Text(64)`. */
export function calledName(call: string): string {
  return call.slice(0, call.indexOf('('));
}
