import type ts from 'typescript';
import type { TypeScript } from './typescript.js';

/** Calls that take a description: an object whose members are options. */
const DESCRIBING = ['super', 'defineCrud', 'behavesAsModule', 'behavesAsPage'];

/** Members of a description whose own members are named after columns. */
const BY_COLUMN = ['columns', 'filters', 'fields', 'references', 'least', 'most', 'change'];

/** Members of a description that name columns of the table. */
const NAMING = [
  'name',
  'tree',
  'filters',
  'large',
  'secrets',
  'references',
  'labelled',
  'required',
  'created',
  'updated',
  'property',
  'by',
];

/** Calls whose first argument is a title or a path. */
const TITLED = ['describe', 'it', 'test', 'defineCrud', 'crudPermissions', 'texts'];

/** Whether a member of an object is an option, even if it has the name of a column. */
export function isOption(ts: TypeScript, member: ts.ObjectLiteralElementLike): boolean {
  const path = pathOf(ts, member);
  if (path === 'decorator') return true;
  if (path === undefined) return false;
  return path.length !== 1 || !BY_COLUMN.includes(path[0] ?? '');
}

/** Whether a string is something other than the name of a column: a title, a module, a value. */
export function isOwnText(ts: TypeScript, node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  if (ts.isCallExpression(parent) && TITLED.includes(parent.expression.getText()) && parent.arguments[0] === node)
    return true;
  if (ts.isVariableDeclaration(parent) || isLabel(ts, parent)) return true;
  const member = memberAround(ts, node);
  const path = member && pathOf(ts, member);
  if (path === undefined) return isDecorated(ts, node) && !ts.isArrayLiteralExpression(parent);
  const name = member?.name?.getText() ?? '';
  if (path === 'decorator') return name !== 'name';
  return !NAMING.includes(name) || path.some((each) => BY_COLUMN.includes(each) || each === 'tabs');
}

/** Whether a node is one of the texts of a page. */
function isLabel(ts: TypeScript, node: ts.Node): boolean {
  if (!ts.isPropertyAssignment(node) || !ts.isObjectLiteralExpression(node.parent)) return false;
  const { parent } = node.parent;
  const isTexts = ts.isCallExpression(parent) && parent.expression.getText() === 'texts';
  return isTexts || (ts.isVariableDeclaration(parent) && parent.name.getText() === 'en');
}

/** Names of the members around a member of a description; undefined if it is in none. */
function pathOf(ts: TypeScript, member: ts.ObjectLiteralElementLike): string[] | 'decorator' | undefined {
  const path: string[] = [];
  for (let node: ts.Node = member.parent; !ts.isBlock(node) && !ts.isSourceFile(node); node = node.parent) {
    if (ts.isDecorator(node)) return 'decorator';
    if (ts.isPropertyAssignment(node)) path.unshift(node.name.getText());
    if (ts.isCallExpression(node) && DESCRIBING.includes(node.expression.getText())) return path;
  }
  return undefined;
}

function memberAround(ts: TypeScript, node: ts.Node): ts.ObjectLiteralElementLike | undefined {
  const { parent } = node;
  const holder = ts.isArrayLiteralExpression(parent) ? parent.parent : parent;
  return ts.isPropertyAssignment(holder) ? holder : undefined;
}

function isDecorated(ts: TypeScript, { parent }: ts.Node): boolean {
  const call = ts.isArrayLiteralExpression(parent) ? parent.parent : parent;
  return ts.isCallExpression(call) && ts.isDecorator(call.parent);
}
