import type ts from 'typescript';
import { type Child, childrenOf } from './children.js';
import { Kinds } from './kinds.js';
import { type Called, calledIn } from './piece-names.js';
import { type Parts, type Piece, plainComment } from './piece.js';
import { SourcePiece } from './source-piece.js';
import { splitBetween, splitLead } from './trivia.js';
import type { TypeScript } from './typescript.js';
import { textOf } from './words.js';

type ListOf = NonNullable<Child['list']>;

/** Labels of the parts of a node that the name of a place mentions. */
const LABELS: Record<string, string> = { type: 'type' };

/** Lists whose pieces have a comma between them. */
const COMMAS = ['elements', 'properties', 'arguments', 'parameters', 'declarations', 'types', 'typeParameters'];

/** Cuts the syntax of a source text into pieces. */
export class Pieces {
  private readonly kinds: Kinds;
  private readonly text: string;

  constructor(
    private readonly ts: TypeScript,
    private readonly source: ts.SourceFile,
  ) {
    this.kinds = new Kinds(ts);
    this.text = source.text;
  }

  /** The statements of the file. */
  file(): Parts {
    const { statements, endOfFileToken } = this.source;
    return this.list({ role: 'statements', elements: [...statements], ends: [] }, 0, endOfFileToken.getStart(), '');
  }

  private piece(child: Child, called: Called): Piece {
    const { node, prefix, list, closer } = child;
    const kind = `${plainComment(prefix)} ${list ? list.role : this.kinds.of(node)}`;
    const text = this.text.slice(child.start, child.end);
    return new SourcePiece(called, kind, prefix, text, {
      words: () => textOf(this.ts, closer ? [node, closer] : [node], list !== undefined && prefix !== ''),
      parts: () => {
        if (!list) return this.node(node);
        return this.list(list, child.start, closer?.getStart() ?? child.end, closer?.getText() ?? '');
      },
    });
  }

  private node(node: ts.Node): Parts | undefined {
    if (this.kinds.of(node) === undefined) return undefined;
    const { children, close } = childrenOf(this.ts, node, this.kinds);
    let at = node.getStart();
    const pieces = children.map((child) => {
      const piece = this.piece(child, { name: child.role, label: LABELS[child.role] });
      Object.assign(piece, splitLead(this.text.slice(at, child.start - child.prefix.length)));
      at = child.end;
      return piece;
    });
    const foot = this.text.slice(at, node.end - close.length);
    const needsBase = this.ts.isBlock(node);
    return { pieces, separator: '', trailing: false, foot, close, byPosition: false, needsBase, isList: false };
  }

  /** @param from where the lead of the first element begins */
  private list({ role, elements, ends }: ListOf, from: number, end: number, close: string): Parts {
    // A `|` may stand before the first alternative of a type.
    let rest = role === 'type' ? '' : undefined;
    const pieces = elements.map((element, index): Piece => {
      const start = element.getStart();
      const piece = this.piece(
        { node: element, role, prefix: '', start, end: element.end },
        calledIn(this.ts, element, role, index),
      );
      const lead = rest ?? this.text.slice(from, start);
      const next = elements[index + 1];
      const separator = ends[index];
      const until = next?.getStart() ?? end;
      const behind =
        this.text.slice(element.end, separator?.getStart() ?? until) +
        (separator ? this.text.slice(separator.end, until) : '');
      const between = splitBetween(behind, !next);
      rest = between.rest;
      return Object.assign(piece, splitLead(lead), { trail: between.trail });
    });
    return {
      pieces,
      separator: role === 'type' ? ' |' : COMMAS.includes(role) || ends.length > 0 ? ',' : '',
      trailing: ends.length > 0 && ends.length >= elements.length && role !== 'type',
      foot: rest ?? this.text.slice(from, end),
      close,
      byPosition: role === 'arguments',
      needsBase: false,
      isList: true,
    };
  }
}
