import type ts from 'typescript';
import { homeOf } from './piece-names.js';
import type { TypeScript } from './typescript.js';

/** A name that a file imports. */
export interface Binding {
  local: string;
  /** As it is written in the import, without `type`: `A as B`, `* as all`. */
  written: string;
  /** The module and the name that it stands for. */
  source: string;
  isType: boolean;
  /** Name of the import that it belongs to, by {@link homeOf}. */
  home: string;
}

/** An import as a file has it. */
export interface ImportText {
  /** Local names, in their order; none for an import that only loads a module. */
  names: string[];
  text: string;
  signature: string;
}

/** The imports of a file, by {@link homeOf}, and the bindings in them, by local name. */
export function readImports(
  ts: TypeScript,
  source: ts.SourceFile,
): { bindings: Map<string, Binding>; texts: Map<string, ImportText> } {
  const bindings = new Map<string, Binding>();
  // A file may import from a module more than once.
  const found = new Map<string, { bindings: Binding[]; texts: string[] }>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const own = bindingsOf(ts, statement);
    for (const binding of own) bindings.set(binding.local, binding);
    const home = homeOf(statement);
    const before = found.get(home) ?? { bindings: [], texts: [] };
    found.set(home, { bindings: [...before.bindings, ...own], texts: [...before.texts, statement.getText()] });
  }
  const texts = new Map(
    [...found].map(([home, { bindings: own, texts: all }]): [string, ImportText] => [
      home,
      { names: own.map(({ local }) => local), text: all.join('\n'), signature: signatureOf(own) },
    ]),
  );
  return { bindings, texts };
}

/** The names that an import brings in, in any spelling of it. */
export function signatureOf(bindings: readonly Binding[]): string {
  return bindings.map(({ source, local, isType }) => `${source} ${local} ${isType}`).join();
}

/**
 * The text of an import.
 * @param sides the import on each side: comments inside it are kept, before the import
 */
export function written(bindings: readonly Binding[], sides: readonly (ImportText | undefined)[]): string {
  const [first] = bindings;
  if (!first) return '';
  const [, typed, module = ''] = /^import (types|names) (.*)$/s.exec(first.home) ?? [];
  const isTyped = typed === 'types' && bindings.every(({ isType }) => isType);
  const isNamed = ({ source }: Binding) => !/ (\*|default)$/.test(source);
  const mark = ({ isType }: Binding) => (isType && !isTyped ? 'type ' : '');
  const named = bindings.filter(isNamed).map((binding) => mark(binding) + binding.written);
  const whole = bindings.filter((binding) => !isNamed(binding)).map((binding) => binding.written);
  const clause = [...whole, ...(named.length > 0 ? [`{ ${named.join(', ')} }`] : [])].join(', ');
  const comments = new Set(
    sides.flatMap((side) => side?.text.match(/\/\*[^]*?\*\/|\/\/(?![^'"\n]*['"];?$)[^\n]*/gm) ?? []),
  );
  return [...comments, `import ${isTyped ? 'type ' : ''}${clause} from ${module};`].join('\n');
}

function bindingsOf(ts: TypeScript, statement: ts.ImportDeclaration): Binding[] {
  const { importClause: clause, moduleSpecifier } = statement;
  if (!clause) return [];
  const home = homeOf(statement);
  const isTyped = clause.phaseModifier === ts.SyntaxKind.TypeKeyword;
  const make = (local: string, written: string, imported: string, isType = isTyped): Binding => ({
    local,
    written,
    source: `${moduleSpecifier.getText()} ${imported}`,
    isType,
    home,
  });
  const whole = clause.name ? [make(clause.name.text, clause.name.text, 'default')] : [];
  const bindings = clause.namedBindings;
  if (!bindings) return whole;
  if (ts.isNamespaceImport(bindings)) return [...whole, make(bindings.name.text, bindings.getText(), '*')];
  const named = bindings.elements.map(({ name, propertyName, isTypeOnly }) => {
    const imported = (propertyName ?? name).getText();
    const text = propertyName ? `${imported} as ${name.text}` : name.text;
    return make(name.text, text, imported, isTyped || isTypeOnly);
  });
  return [...whole, ...named];
}
