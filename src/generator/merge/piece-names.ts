import type ts from 'typescript';
import type { TypeScript } from './typescript.js';

/** The names of an element of a list, as {@link Piece} has them. */
export interface Called {
  name: string;
  like?: string;
  label?: string;
}

/** Longest label of a part that has no name. */
const MAX_LABEL = 40;

/**
 * The name of an element of a list.
 * @param role the list's name in the syntax tree: `members`, `arguments`
 */
export function calledIn(ts: TypeScript, element: ts.Node, role: string, index: number): Called {
  const text = element.getText();
  if (role === 'arguments') return { name: String(index), label: `argument ${index}` };
  if (role === 'type') return { name: text, like: 'type' };
  if (ts.isDecorator(element)) return decorator(ts, element);
  // There is at most one of these: a side with a different one has changed it.
  if (role === 'modifiers') return { name: /^(public|protected|private)$/.test(text) ? 'access' : text };
  if (role === 'types' && ts.isClassLike(element.parent.parent) && !isImplements(ts, element.parent))
    return { name: 'base', label: text.split(/[(\s<]/, 1)[0] };
  if (role === 'types' || role === 'heritageClauses')
    return { name: text.split(/[(\s<]/, 1)[0] ?? '', like: role, label: text.split(' ', 1)[0] };
  if (role === 'statements') return statement(ts, element);
  if (role === 'elements') return arrayElement(ts, element);
  if (role === 'parameters') return plain(textOfName(element) ?? text);
  // No label, because the statement is named after what it declares.
  if (role === 'declarations') return { name: textOfName(element) ?? text };
  return member(ts, element);
}

/** A callee by its names: `this.rows.find`, `expect().toBe`; undefined if it contains anything else. */
export function calleeOf(ts: TypeScript, expression: ts.Expression): string | undefined {
  if (ts.isIdentifier(expression) || isWord(ts, expression)) return expression.getText();
  if (ts.isCallExpression(expression)) {
    const callee = calleeOf(ts, expression.expression);
    return callee && `${callee}()`;
  }
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  const object = calleeOf(ts, expression.expression);
  return object && `${object}.${expression.name.text}`;
}

function isImplements(ts: TypeScript, clause: ts.Node): boolean {
  return ts.isHeritageClause(clause) && clause.token === ts.SyntaxKind.ImplementsKeyword;
}

/** The name of an import: its module, and whether it imports only types. */
export function homeOf({ importClause, moduleSpecifier }: ts.ImportDeclaration): string {
  const kind = !importClause ? '' : importClause.phaseModifier === undefined ? 'names ' : 'types ';
  return `import ${kind}${moduleSpecifier.getText()}`;
}

function isWord(ts: TypeScript, { kind }: ts.Expression): boolean {
  return kind === ts.SyntaxKind.ThisKeyword || kind === ts.SyntaxKind.SuperKeyword;
}

function plain(name: string): Called {
  return { name, label: name };
}

function decorator(ts: TypeScript, { expression }: ts.Decorator): Called {
  const callee = ts.isCallExpression(expression) ? expression.expression : expression;
  return { ...plain(`@${callee.getText()}`), like: '@' };
}

function member(ts: TypeScript, element: ts.Node): Called {
  if (ts.isConstructorDeclaration(element)) return plain('constructor');
  const name = textOfName(element) ?? element.getText();
  if (ts.isGetAccessor(element)) return plain(`get ${name}`);
  return plain(ts.isSetAccessor(element) ? `set ${name}` : name);
}

function statement(ts: TypeScript, element: ts.Node): Called {
  if (ts.isExpressionStatement(element)) return expression(ts, element.expression);
  if (ts.isReturnStatement(element)) return plain('return');
  if (ts.isVariableStatement(element))
    return plain(element.declarationList.declarations.map(({ name }) => name.getText()).join(', '));
  if (ts.isImportDeclaration(element)) return plain(homeOf(element));
  if (ts.isExportDeclaration(element)) return plain(`export ${element.moduleSpecifier?.getText() ?? ''}`);
  if (ts.isExportAssignment(element)) return plain('export default');
  const name = textOfName(element);
  return name === undefined ? unnamed(element) : plain(name);
}

function expression(ts: TypeScript, node: ts.Expression): Called {
  if (ts.isAwaitExpression(node)) return expression(ts, node.expression);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return plain(node.left.getText());
  if (!ts.isCallExpression(node)) return unnamed(node);
  const callee = calleeOf(ts, node.expression);
  if (callee === undefined) return unnamed(node);
  const [first] = node.arguments;
  const title = first && ts.isStringLiteralLike(first) ? `(${first.getText()})` : '';
  return { ...plain(`${callee}${title}`), like: `call ${callee}` };
}

function arrayElement(ts: TypeScript, element: ts.Node): Called {
  if (ts.isCallExpression(element)) return { ...expression(ts, element), like: undefined };
  return ts.isObjectLiteralExpression(element) ? unnamed(element) : plain(element.getText());
}

function unnamed(node: ts.Node): Called {
  const name = node.getText();
  const label = name.length > MAX_LABEL ? `${name.slice(0, MAX_LABEL)}…` : name;
  return { name, like: `kind ${node.kind}`, label: label.replace(/\s+/g, ' ') };
}

/** The name that a declaration or a member has, without quotes. */
function textOfName(node: ts.Node): string | undefined {
  const { name } = node as { name?: ts.Node };
  return name?.getText().replace(/^(['"])(.*)\1$/, '$2');
}
