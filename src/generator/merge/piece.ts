/** A part of a source text that is merged by itself: a token, a node of the syntax tree, or a list of nodes. */
export interface Piece {
  /** Its name among its siblings. */
  name: string;
  /** Pieces with different names can be the same piece if they share this; undefined if only the name counts. */
  like?: string;
  /** How the name of a place mentions it; undefined if the name is clear without it. */
  label?: string;
  /** Only pieces of one kind can be merged part by part. */
  kind: string;
  /** Whitespace before it and its comments. */
  space: string;
  /** Comments before it, up to its first token. */
  comments: string;
  /** Tokens before it that come and go with it: the `=` of an initialiser. */
  prefix: string;
  /** The text itself, as its source has it. */
  text: string;
  /** Comments after it on the same line. */
  trail: string;
  /** All tokens, regardless of layout, without comments. */
  tokens: string;
  /** All comments inside it. */
  remarks: string;
  parts?: Parts;
}

/** The parts of a piece. */
export interface Parts {
  pieces: Piece[];
  separator: '' | ',' | ' |';
  /** Whether a separator follows the last piece too. */
  trailing: boolean;
  /** Comments and line breaks after the last piece. */
  foot: string;
  /** The tokens at the end. */
  close: string;
  /** Whether pieces are matched by position alone, as arguments are. */
  byPosition: boolean;
  /** Whether it can only be merged if both sides come from the same base: statements that are executed in order. */
  needsBase: boolean;
  /** Whether the pieces may have any order and number. */
  isList: boolean;
}

/**
 * The same piece on the three sides, as far as they have it: as last rendered, as it is on disk (ours), and as it is
 * rendered now (theirs).
 */
export interface Triple<T = Piece> {
  base?: T;
  ours?: T;
  theirs?: T;
}

/** Whether two pieces are the same, in code and in the comments inside. */
export function isSame(one: Piece | undefined, other: Piece | undefined): boolean {
  if (!one || !other) return one === other;
  if (plainComment(one.prefix) !== plainComment(other.prefix)) return false;
  return one.text === other.text || (one.tokens === other.tokens && one.remarks === other.remarks);
}

/** Whether their code is the same, even if their comments differ. */
export function isSameCode(one: Piece | undefined, other: Piece): boolean {
  return one?.tokens === other.tokens && plainComment(one.prefix) === plainComment(other.prefix);
}

/** Whether two pieces are the same, including the comments around them. */
export function isUntouched(one: Piece, other: Piece): boolean {
  return isSame(one, other) && aroundOf(one) === aroundOf(other);
}

/** Comments as they are compared: indentation does not count. */
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

/** The parts of three pieces; undefined if they differ too much to be merged part by part. */
export function partsOf(base: Piece | undefined, ours: Piece, theirs: Piece): Required<Triple<Parts>> | undefined {
  if (!ours.parts || !theirs.parts || ours.kind !== theirs.kind) return undefined;
  const isSameKind = base ? base.kind === ours.kind : !ours.parts.needsBase;
  const before = base ? base.parts : { ...ours.parts, pieces: [], foot: '' };
  return isSameKind && before ? { base: before, ours: ours.parts, theirs: theirs.parts } : undefined;
}
