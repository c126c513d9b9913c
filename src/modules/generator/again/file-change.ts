import { AppError } from 'steward/core';
import { type Conflict, type Note, type Side, mergeFile, renameColumns } from '../merge/merge.js';
import type { Format } from '../render/format.js';
import { type Action, type FileState, type Mode, type Situation, decide, movesBaseline } from './decide.js';

/** The texts of a file; undefined where there is none. */
export interface Texts {
  /** What is on disk. */
  hand?: string;
  /** What was last rendered. */
  base?: string;
  /** What would be rendered now. */
  rendering?: string;
}

/** What becomes of a file, worked out without touching it. */
export interface FileChange extends Texts {
  path: string;
  state: FileState;
  action: Action;
  /** What the file is to hold; undefined for no file. Where it fails, what it could hold. */
  result?: string;
  conflicts: Conflict[];
  notes: Note[];
  /** Why it fails. */
  problem?: string;
  /** Whether the rendering becomes the file's baseline. */
  moves: boolean;
}

/** How changes are worked out. */
export interface ChangeOptions {
  mode: Mode;
  /** The side that wins places of conflict. */
  side?: Side;
  /** Columns that have other names now, old → new. */
  renames: ReadonlyMap<string, string>;
  format: Format;
  /** Whether any file of the module is there. */
  isModuleThere: boolean;
}

type Outcome = Pick<FileChange, 'action' | 'result'> & Partial<FileChange>;

const NO_BASELINE = 'no baseline: accept the file as it is, or overwrite it';

/** What becomes of a file with these texts. */
export async function changeOf(path: string, texts: Texts, options: ChangeOptions): Promise<FileChange> {
  const { hand, base, rendering } = texts;
  // What nobody edited need not be read.
  const plain = hand === base ? { hand, base } : await plainTexts(path, texts, options.format);
  const state = stateOf(texts, plain);
  const situation: Situation = {
    state,
    hasBase: base !== undefined,
    isRendered: rendering !== undefined,
    // What a person wrote may use a renamed column.
    isCurrent: base === rendering && (state !== 'edited' || options.renames.size === 0),
    isTaken: hand !== undefined && (hand === rendering || plain.hand === rendering),
    isModuleThere: options.isModuleThere,
  };
  const action = decide(situation, options.mode);
  const outcome = await outcomeOf(action, path, { texts, plain, situation }, options);
  const moves = movesBaseline(situation, outcome.action);
  return { path, ...texts, state, conflicts: [], notes: [], moves, ...outcome };
}

/** The change of a file that cannot be read, and so not written. */
export function unreadable(path: string, problem: string, { base, rendering }: Texts): FileChange {
  const blank = { path, conflicts: [], notes: [], moves: false };
  return { ...blank, base, rendering, state: 'unknown', action: 'refuse', problem };
}

/** Whether what is there is anything but what was rendered, in whatever format. */
export async function isEdited(path: string, texts: Texts, format: Format): Promise<boolean> {
  return texts.hand !== texts.base && stateOf(texts, await plainTexts(path, texts, format)) === 'edited';
}

function stateOf({ hand, base }: Texts, plain: Texts): FileState {
  if (hand === undefined) return 'absent';
  if (base === undefined) return 'unknown';
  return plain.hand === plain.base ? 'untouched' : 'edited';
}

/** What is there and what was rendered, in the format that holds now, and with one kind of line end. */
async function plainTexts(path: string, { hand, base }: Texts, format: Format): Promise<Texts> {
  const plain = async (text: string | undefined) => text && formatted(text.replaceAll('\r\n', '\n'), path, format);
  return { hand: await plain(hand), base: await plain(base) };
}

interface Known {
  texts: Texts;
  plain: Texts;
  situation: Situation;
}

async function outcomeOf(action: Action, path: string, known: Known, options: ChangeOptions): Promise<Outcome> {
  const { texts, situation } = known;
  const { hand, rendering } = texts;
  switch (action) {
    case 'generate':
      return { action, result: rendering };
    case 'overwrite':
      // What nobody touched, and would be rendered as it was, need not be written.
      if (situation.state === 'untouched' && situation.isCurrent) return { action, result: hand };
      return { action, result: withLineEnds(rendering, hand) };
    case 'merge':
      return mergeOf(path, known, options);
    case 'conflict':
      return droppedOf(path, texts, options.side);
    case 'remove':
      return { action, notes: [{ path, message: 'removed: it is no longer rendered' }] };
    case 'stay':
      return { action, notes: [{ path, message: 'removed by hand: it stays removed' }] };
    case 'refuse':
      return { action, result: hand, problem: NO_BASELINE };
    default:
      return { action, result: hand };
  }
}

async function mergeOf(path: string, { texts, plain }: Known, options: ChangeOptions): Promise<Outcome> {
  const { renames, format, side } = options;
  const { hand = '', base = '', rendering = '' } = { ...texts, ...plain };
  const named = async (text: string) =>
    renames.size === 0 ? text : formatted(await renameColumns(path, text, renames), path, format);
  const merged = await mergeFile(path, { base: await named(base), hand: await named(hand), rendering }, side);
  const { conflicts, notes } = merged;
  const result = withLineEnds(await formatted(merged.text, path, format), texts.hand);
  if (conflicts.length > 0) {
    const places = conflicts.map(({ where }) => where).join(', ');
    return { action: 'conflict', result, conflicts, notes, problem: `in conflict: ${places}` };
  }
  if (result === texts.hand) return { action: 'skip', result, notes, moves: true };
  return { action: 'merge', result, notes };
}

/** A file that a person edited, and that is no longer rendered. */
function droppedOf(path: string, { hand = '', base = '' }: Texts, side: Side | undefined): Outcome {
  if (side === 'rendering')
    return { action: 'remove', notes: [{ path, message: 'removed: it is no longer rendered' }] };
  if (side === 'hand')
    return { action: 'forget', result: hand, notes: [{ path, message: 'kept: no longer rendered' }] };
  const conflict = { path, where: 'file', base, hand, rendering: null };
  return { action: 'conflict', result: hand, conflicts: [conflict], problem: 'in conflict: it is no longer rendered' };
}

/** Text with the line ends of another. */
function withLineEnds(text: string | undefined, like: string | undefined): string | undefined {
  const first = like?.indexOf('\n') ?? -1;
  if (first <= 0 || like?.[first - 1] !== '\r') return text;
  return text?.replaceAll(/\r?\n/g, '\r\n');
}

/** What cannot be parsed stays as it is: nothing but itself is equal to it, and its merge is a conflict. */
async function formatted(text: string, path: string, format: Format): Promise<string> {
  try {
    return await format(text, path);
  } catch (error) {
    if (error instanceof AppError) return text;
    throw error;
  }
}
