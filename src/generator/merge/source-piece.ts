import type { Called } from './piece-names.js';
import type { Parts, Piece } from './piece.js';
import type { Words } from './words.js';

/** How a piece reads its part of the syntax tree. */
interface PieceReader {
  words(): Words;
  parts(): Parts | undefined;
}

/** A piece that is read lazily, only as far as the sides differ. */
export class SourcePiece implements Piece {
  readonly name: string;
  readonly like?: string;
  readonly label?: string;
  space = '';
  comments = '';
  trail = '';
  private read: Words | undefined;
  private cut: { parts: Parts | undefined } | undefined;

  constructor(
    { name, like, label }: Called,
    readonly kind: string,
    readonly prefix: string,
    readonly text: string,
    private readonly reader: PieceReader,
  ) {
    this.name = name;
    this.like = like;
    this.label = label;
  }

  get tokens(): string {
    return this.words.tokens;
  }

  get remarks(): string {
    return this.words.remarks;
  }

  get parts(): Parts | undefined {
    return (this.cut ??= { parts: this.reader.parts() }).parts;
  }

  private get words(): Words {
    return (this.read ??= this.reader.words());
  }
}
