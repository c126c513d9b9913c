import type { ModelColumn } from '../model/model.js';

/** One import statement. */
export interface Import {
  names: string[];
  from: string;
}

/** Import statements for names by the module that has them; a module without names is left out. */
export function importsOf(modules: Record<string, string[]>): Import[] {
  return Object.entries(modules)
    .map(([from, names]) => ({ from, names: [...new Set(names)].sort() }))
    .filter(({ names }) => names.length > 0);
}

/** Source text of a column's transformer. */
export function transformerOf({ shape, family }: ModelColumn): string | undefined {
  if (family.kind === 'decimal') return `decimalText(${family.scale})`;
  return shape.transformer;
}

/** The name of a decorator that is called: `Text` of `Text(64)`. */
export function calledName(call: string): string {
  return call.slice(0, call.indexOf('('));
}
