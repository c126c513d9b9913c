import type ts from 'typescript';
import { calleeOf } from './piece-names.js';
import type { TypeScript } from './typescript.js';

/** Nodes that are merged part by part; every other node is merged as a whole. */
const COMPOSITE = [
  ...['ClassDeclaration', 'ClassExpression', 'InterfaceDeclaration', 'EnumDeclaration', 'EnumMember'],
  ...['FunctionDeclaration', 'MethodDeclaration', 'Constructor', 'GetAccessor', 'SetAccessor', 'PropertyDeclaration'],
  ...['PropertySignature', 'MethodSignature', 'Parameter', 'Decorator', 'HeritageClause'],
  ...['ExpressionWithTypeArguments', 'VariableStatement', 'VariableDeclarationList', 'VariableDeclaration'],
  ...['TypeAliasDeclaration', 'ExpressionStatement', 'ReturnStatement', 'IfStatement', 'ForOfStatement'],
  ...['TryStatement', 'CatchClause', 'Block', 'ArrowFunction', 'FunctionExpression', 'CallExpression'],
  ...['NewExpression', 'PropertyAccessExpression', 'AwaitExpression', 'ParenthesizedExpression', 'AsExpression'],
  ...['SatisfiesExpression', 'ObjectLiteralExpression', 'PropertyAssignment', 'SpreadAssignment'],
  ...['ArrayLiteralExpression', 'TypeLiteral', 'ExportAssignment', 'ExportDeclaration', 'NamedExports'],
] as const satisfies (keyof typeof ts.SyntaxKind)[];

/** Types whose meaning a `|` after them would change. */
const OPEN_TYPES = ['FunctionType', 'ConstructorType', 'ConditionalType', 'InferType', 'TypeOperator'] as const;

/** How nodes of each kind are merged. */
export class Kinds {
  private readonly composite: Set<ts.SyntaxKind>;
  private readonly open: Set<ts.SyntaxKind>;

  constructor(private readonly ts: TypeScript) {
    this.composite = new Set(COMPOSITE.map((name) => ts.SyntaxKind[name]));
    this.open = new Set(OPEN_TYPES.map((name) => ts.SyntaxKind[name]));
  }

  /** Nodes with the same value are merged part by part; undefined for a node that is merged as a whole. */
  of(node: ts.Node): string | undefined {
    const { ts } = this;
    if (ts.isBinaryExpression(node)) return node.operatorToken.kind === ts.SyntaxKind.EqualsToken ? '=' : undefined;
    if (!this.composite.has(node.kind)) return undefined;
    const called = ts.isCallExpression(node) || ts.isNewExpression(node);
    return called ? `${node.kind} ${calleeOf(ts, node.expression) ?? node.expression.getText()}` : `${node.kind}`;
  }

  /** Whether a type, as it is written, can be joined to others with `|`. */
  isMember(node: ts.Node): boolean {
    return !this.open.has(node.kind);
  }
}
