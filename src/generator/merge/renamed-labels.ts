import type ts from 'typescript';
import type { Sides } from './merged.js';
import { type ColumnRenames, propertiesFrom } from './renamed-names.js';
import { type TypeScript, loadTypeScript } from './typescript.js';

/** A label in a source text, in quotes. */
interface TextLabel {
  start: number;
  end: number;
  text: string;
}

/**
 * The base of a page's texts, or of its flow test, with the new labels of renamed columns where a person has written
 * others: the edit then counts as that person's alone, and stays.
 * @param sides the base and the text of the person after their columns were renamed
 * @param renames names of columns as the database has them, old → new
 */
export function withNewLabels(path: string, sides: Sides, renames: ColumnRenames['columns']): string {
  if (renames.size === 0 || !/\.text\.ts$|(^|\/)flow\/.*\.spec\.ts$/.test(path)) return sides.base;
  const ts = loadTypeScript();
  const own = new Set(propertiesFrom(renames).values());
  return path.endsWith('.text.ts') ? inTexts(ts, sides, own) : inFlow(ts, sides);
}

function inTexts(ts: TypeScript, { base, hand, rendering }: Sides, own: ReadonlySet<string>): string {
  const [before, ours, theirs] = [base, hand, rendering].map((text) => textsIn(ts, text));
  const changed = [...(before ?? [])].flatMap(([key, label]): TextLabel[] => {
    const [mine, derived] = [ours?.get(key), theirs?.get(key)];
    const isRenamed = own.has(key.slice(key.indexOf('.') + 1));
    return isRenamed && mine && derived && mine.text !== label.text ? [{ ...label, text: derived.text }] : [];
  });
  return replaced(base, changed);
}

/** The texts of a page by language and name: `en.title`. */
function textsIn(ts: TypeScript, text: string): Map<string, TextLabel> {
  const found = new Map<string, TextLabel>();
  visit(ts, text, (node) => {
    if (!ts.isPropertyAssignment(node) || !ts.isStringLiteralLike(node.initializer)) return;
    const { parent } = node.parent;
    const isEnglish =
      ts.isVariableDeclaration(parent) || (ts.isCallExpression(parent) && parent.arguments[0] === node.parent);
    found.set(`${isEnglish ? 'en' : 'zh'}.${node.name.getText()}`, labelOf(node.initializer));
  });
  return found;
}

/** For one renamed column: the label that disappeared is its old one, and the label that appeared its new one. */
function inFlow(ts: TypeScript, { base, hand, rendering }: Sides): string {
  const [before = [], ours = [], theirs = []] = [base, hand, rendering].map((text) => labelsIn(ts, text));
  const textOf = ({ text }: TextLabel) => text;
  const without = (some: TextLabel[], others: TextLabel[]) => [
    ...new Set(some.map(textOf).filter((text) => !others.some((other) => other.text === text))),
  ];
  const [[gone, ...more], [come, ...others]] = [without(before, theirs), without(theirs, before)];
  if (gone === undefined || come === undefined || more.length + others.length > 0) return base;
  if (ours.some(({ text }) => text === gone)) return base;
  return replaced(
    base,
    before.filter(({ text }) => text === gone).map((label) => ({ ...label, text: come })),
  );
}

function labelsIn(ts: TypeScript, text: string): TextLabel[] {
  const found: TextLabel[] = [];
  visit(ts, text, (node) => {
    const isLabel = ts.isPropertyAssignment(node) && ['label', 'found'].includes(node.name.getText());
    if (isLabel && ts.isStringLiteralLike(node.initializer)) found.push(labelOf(node.initializer));
  });
  return found;
}

function labelOf(node: ts.Node): TextLabel {
  return { start: node.getStart(), end: node.end, text: node.getText() };
}

function visit(ts: TypeScript, text: string, found: (node: ts.Node) => void): void {
  const each = (node: ts.Node): void => {
    found(node);
    ts.forEachChild(node, each);
  };
  each(ts.createSourceFile('labels.ts', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS));
}

function replaced(text: string, labels: readonly TextLabel[]): string {
  return labels.reduceRight(
    (result, { start, end, text: own }) => result.slice(0, start) + own + result.slice(end),
    text,
  );
}
