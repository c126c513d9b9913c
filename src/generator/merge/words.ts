import type ts from 'typescript';
import type { TypeScript } from './typescript.js';

/** The content of a piece, regardless of its layout. */
export interface Words {
  /** All tokens, without commas at the end of lists. */
  tokens: string;
  /** All comments inside. */
  remarks: string;
}

/** @param isInside whether comments before the first node count as inside, too */
export function textOf(ts: TypeScript, nodes: ts.Node[], isInside: boolean): Words {
  return joined(nodes.map((node, index) => [isInside || index > 0 ? commentBefore(node) : '', wordsOf(ts, node)]));
}

/** A cache, because a node is compared again with each node that contains it. */
const known = new WeakMap<ts.Node, Words>();

function wordsOf(ts: TypeScript, node: ts.Node): Words {
  const before = known.get(node);
  if (before) return before;
  const children = syntaxOf(ts, node);
  const isList = node.kind === ts.SyntaxKind.SyntaxList;
  const words =
    children.length === 0
      ? { tokens: node.getText(), remarks: '' }
      : joined(
          children.map((child, index): [string, Words] => [
            index > 0 ? commentBefore(child) : '',
            isList && isOuterSeparator(ts, children, index) ? { tokens: '', remarks: '' } : wordsOf(ts, child),
          ]),
        );
  known.set(node, words);
  return words;
}

/** @param all the words of nodes, each with the comments before it */
function joined(all: [string, Words][]): Words {
  const said = (texts: string[], separator: string) => texts.filter((text) => text !== '').join(separator);
  return {
    tokens: said(
      all.map(([, { tokens }]) => tokens),
      ' ',
    ),
    remarks: said(
      all.flatMap(([comment, { remarks }]) => [comment, remarks]),
      '\n',
    ),
  };
}

function commentBefore(node: ts.Node): string {
  return node.getSourceFile().text.slice(node.getFullStart(), node.getStart()).trim().replace(/\s+/g, ' ');
}

/** A `|` before the first element of a list, or a comma after its last, means nothing. */
function isOuterSeparator(ts: TypeScript, children: ts.Node[], index: number): boolean {
  const kind = children[index]?.kind;
  if (kind === ts.SyntaxKind.BarToken) return index === 0;
  return kind === ts.SyntaxKind.CommaToken && index === children.length - 1;
}

/** The parts of a node, including tokens but not its doc comments. */
export function syntaxOf(ts: TypeScript, node: ts.Node): ts.Node[] {
  return node
    .getChildren()
    .filter(({ kind }) => kind < ts.SyntaxKind.FirstJSDocNode || kind > ts.SyntaxKind.LastJSDocNode);
}
