import type ts from 'typescript';
import { propertiesOf } from '../model/names.js';
import { isOption, isOwnText } from './option-names.js';
import type { TypeScript } from './typescript.js';

/** Old names → new names, of columns in the database and of properties. */
export interface ColumnRenames {
  columns: ReadonlyMap<string, string>;
  properties: ReadonlyMap<string, string>;
}

/**
 * Suffixes that the service appends to a column's property: for the bounds of a filter, and for a reference's label.
 */
const SUFFIXES = ['', 'From', 'To', 'Label'];

/** The properties of renamed columns, old → new. */
export function propertiesFrom(columns: ReadonlyMap<string, string>): Map<string, string> {
  const pairs = [...columns].flatMap(([from, to]) => {
    const [[old = ''], [own = '']] = [propertiesOf([from], []), propertiesOf([to], [])];
    return SUFFIXES.map((suffix): [string, string] => [old + suffix, own + suffix]);
  });
  return new Map(pairs);
}

interface Replacement {
  start: number;
  end: number;
  text: string;
}

/** Replaces the names of columns in TypeScript source texts. */
export class RenamedNames {
  constructor(
    private readonly ts: TypeScript,
    readonly renames: ColumnRenames,
  ) {}

  /** The text with the new names. */
  in(text: string): string {
    const { ts } = this;
    const found: Replacement[] = [];
    const visit = (node: ts.Node) => {
      const own = ts.isIdentifier(node) ? this.identifier(node) : this.literal(node);
      if (own !== undefined) found.push({ start: node.getStart(), end: node.end, text: own });
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile('renamed.ts', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS));
    return found.reduceRight(
      (result, { start, end, text: own }) => result.slice(0, start) + own + result.slice(end),
      text,
    );
  }

  /** The new text of an identifier; undefined if it stays. Variables and parameters are not columns. */
  private identifier(node: ts.Identifier): string | undefined {
    const { ts } = this;
    const { parent } = node;
    const own = this.renames.properties.get(node.text);
    if (own === undefined) return undefined;
    if (ts.isPropertyAccessExpression(parent)) return parent.name === node ? own : undefined;
    if (ts.isPropertyDeclaration(parent) || ts.isPropertySignature(parent))
      return parent.name === node ? own : undefined;
    if (ts.isPropertyAssignment(parent)) return parent.name === node && !isOption(ts, parent) ? own : undefined;
    if (ts.isShorthandPropertyAssignment(parent)) return isOption(ts, parent) ? undefined : `${own}: ${node.text}`;
    if (!ts.isBindingElement(parent) || !ts.isObjectBindingPattern(parent.parent)) return undefined;
    if (parent.propertyName === node) return own;
    return parent.propertyName || parent.dotDotDotToken ? undefined : `${own}: ${node.text}`;
  }

  /** The new text of a name in quotes; undefined if it stays. */
  private literal(node: ts.Node): string | undefined {
    const { ts } = this;
    if (!ts.isStringLiteralLike(node)) return undefined;
    const own = this.inDatabase(node) ? this.renames.columns.get(node.text) : this.named(node);
    const [quote] = node.getText();
    return own === undefined || isOwnText(ts, node) ? undefined : `${quote}${own}${quote}`;
  }

  private named({ text }: ts.StringLiteralLike): string | undefined {
    return this.renames.properties.get(text) ?? this.renames.columns.get(text);
  }

  /** Whether a string names a column as the database does: `@Column({ name: 'category_id' })`. */
  private inDatabase(node: ts.Node): boolean {
    const { ts } = this;
    const { parent } = node;
    if (!ts.isPropertyAssignment(parent) || parent.name.getText() !== 'name') return false;
    return ts.isCallExpression(parent.parent.parent) && ts.isDecorator(parent.parent.parent.parent);
  }
}
