import type ts from 'typescript';
import type { Kinds } from './kinds.js';
import type { TypeScript } from './typescript.js';
import { syntaxOf } from './words.js';

/** A part of a node: another node, or a list with the brackets around it. */
export interface Child {
  node: ts.Node;
  /** The property of the node that holds it. */
  role: string;
  /** The tokens before it that come and go with it. */
  prefix: string;
  start: number;
  end: number;
  list?: { role: string; elements: ts.Node[]; ends: ts.Node[] };
  /** The closing bracket of a list. */
  closer?: ts.Node;
}

/** The parts of a node in their order, and the tokens after the last. */
export function childrenOf(ts: TypeScript, node: ts.Node, kinds: Kinds): { children: Child[]; close: string } {
  const all = syntaxOf(ts, node);
  const roles = rolesOf(node);
  const children: Child[] = [];
  let prefixed: number | undefined;
  for (let index = 0; index < all.length; index++) {
    const child = all[index] as ts.Node;
    const isList = child.kind === ts.SyntaxKind.SyntaxList;
    const role = isList ? roles.lists.get(child.pos) : roles.nodes.get(child);
    if (role === undefined) {
      prefixed ??= child.getStart();
      continue;
    }
    const next = all[index + 1];
    const closer = isList && prefixed !== undefined && next && isCloser(ts, next) ? next : undefined;
    if (closer) index++;
    const isEmpty = isList && child.getChildCount() === 0;
    const start = isEmpty ? child.pos : child.getStart();
    const text = node.getSourceFile().text;
    children.push({
      node: child,
      role,
      prefix: prefixed === undefined ? '' : text.slice(prefixed, isList ? child.pos : start),
      start: isList && prefixed !== undefined ? child.pos : start,
      end: closer?.end ?? child.end,
      list: isList ? listOf(ts, child, role) : unionOf(ts, child, role, kinds),
      closer,
    });
    prefixed = undefined;
  }
  return { children, close: prefixed === undefined ? '' : node.getSourceFile().text.slice(prefixed, node.end) };
}

function listOf(ts: TypeScript, list: ts.Node, role: string): NonNullable<Child['list']> {
  const isEnd = ({ kind }: ts.Node) => kind === ts.SyntaxKind.CommaToken;
  const all = list.getChildren();
  return { role, elements: all.filter((each) => !isEnd(each)), ends: all.filter(isEnd) };
}

/** A type as a list of its alternatives, so that each side can add some. */
function unionOf(ts: TypeScript, node: ts.Node, role: string, kinds: Kinds): Child['list'] {
  if (role !== 'type' || !ts.isTypeNode(node)) return undefined;
  if (!ts.isUnionTypeNode(node)) return kinds.isMember(node) ? { role, elements: [node], ends: [] } : undefined;
  const [list] = node.getChildren();
  const bars = (list?.getChildren() ?? []).filter(({ kind }) => kind === ts.SyntaxKind.BarToken);
  return { role, elements: [...node.types], ends: bars.slice(bars.length - node.types.length + 1) };
}

function isCloser(ts: TypeScript, { kind }: ts.Node): boolean {
  const { CloseParenToken, CloseBraceToken, CloseBracketToken, GreaterThanToken } = ts.SyntaxKind;
  return [CloseParenToken, CloseBraceToken, CloseBracketToken, GreaterThanToken].includes(kind);
}

/** The properties by which a node holds its children; lists are keyed by their position. */
function rolesOf(node: ts.Node): { nodes: Map<unknown, string>; lists: Map<number, string> } {
  const nodes = new Map<unknown, string>();
  const lists = new Map<number, string>();
  for (const [role, value] of Object.entries(node) as [string, unknown][]) {
    if (role === 'parent' || role === 'jsDoc') continue;
    if (Array.isArray(value) && 'pos' in value) lists.set(value.pos as number, role);
    else if (typeof value === 'object' && value !== null && 'kind' in value) nodes.set(value, role);
  }
  return { nodes, lists };
}
