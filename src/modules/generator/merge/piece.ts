/** A part of a source text that is merged by itself: a token, a node of the syntax, or a list of such. */
export interface Piece {
  /** What it is called among its siblings. */
  name: string;
  /** What it has in common with siblings of another name that it may have been made from; undefined for named parts. */
  like?: string;
  /** What it is called in the name of a place; undefined where that says enough without it. */
  label?: string;
  /** Only pieces of one kind can be merged part by part. */
  kind: string;
  /** Blanks and line ends before it and its comments. */
  space: string;
  /** Comments before it, up to its first token. */
  comments: string;
  /** Tokens before it that come and go with it: the `=` of an initialiser. */
  prefix: string;
  /** The text itself, as its source has it. */
  text: string;
  /** Comments behind it on the same line. */
  trail: string;
  /** All tokens, however they are laid out, without comments. */
  tokens: string;
  /** All comments inside. */
  remarks: string;
  parts?: Parts;
}

/** What a piece is made of. */
export interface Parts {
  pieces: Piece[];
  separator: '' | ',' | ' |';
  /** Whether a separator follows the last piece too. */
  trailing: boolean;
  /** Comments and line ends behind the last piece. */
  foot: string;
  /** The tokens at the end. */
  close: string;
  /** Whether pieces belong together by their position alone, as arguments do. */
  byPosition: boolean;
  /** Whether it can only be merged where both sides come from the same: statements that are executed in turn. */
  needsBase: boolean;
  /** Whether order and number of the pieces are free. */
  isList: boolean;
}

/** The same piece of the three sides, as far as they have it. */
export interface Trio<T = Piece> {
  base?: T;
  hand?: T;
  rendering?: T;
}

/** Whether two pieces say the same, in code and in the comments inside. */
export function isSame(one: Piece | undefined, other: Piece | undefined): boolean {
  if (!one || !other) return one === other;
  if (plainComment(one.prefix) !== plainComment(other.prefix)) return false;
  return one.text === other.text || (one.tokens === other.tokens && one.remarks === other.remarks);
}

/** Whether their code is the same, whatever their comments say. */
export function isSameCode(one: Piece | undefined, other: Piece): boolean {
  return one?.tokens === other.tokens && plainComment(one.prefix) === plainComment(other.prefix);
}

/** Whether they are the same with the comments around them, too. */
export function isUntouched(one: Piece, other: Piece): boolean {
  return isSame(one, other) && aroundOf(one) === aroundOf(other);
}

/** Comments as they are compared: how they are indented does not count. */
export function plainComment(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** The text of a piece with its prefix. */
export function wholeText({ prefix, text }: Piece): string {
  return prefix + text;
}

function aroundOf({ comments, trail }: Piece): string {
  return `${plainComment(comments)}\n${plainComment(trail)}`;
}

/** The parts of three pieces; undefined where they are not alike enough to be merged part by part. */
export function partsOf(base: Piece | undefined, hand: Piece, rendering: Piece): Required<Trio<Parts>> | undefined {
  if (!hand.parts || !rendering.parts || hand.kind !== rendering.kind) return undefined;
  const isSameKind = base ? base.kind === hand.kind : !hand.parts.needsBase;
  const before = base ? base.parts : { ...hand.parts, pieces: [], foot: '' };
  return isSameKind && before ? { base: before, hand: hand.parts, rendering: rendering.parts } : undefined;
}
