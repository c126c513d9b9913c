import { type Conflict, type Note, type Side, mergeFile, renameColumns, withNewLabels } from '../merge/merge.js';
import type { Format } from '../output/format.js';
import type { Action, FileState, Mode, Situation } from './decide.js';
import { type FileTexts, formatted } from './file-texts.js';

/** The change of a file, worked out without touching it. */
export interface FileChange extends FileTexts {
  path: string;
  state: FileState;
  action: Action;
  /** Content that the file is to have; undefined for no file. If the change fails, content that it could have. */
  result?: string;
  conflicts: Conflict[];
  notes: Note[];
  /** Why the change fails. */
  problem?: string;
  /** Whether the rendering becomes the file's baseline. */
  moves: boolean;
}

/** How changes are worked out. */
export interface ChangeOptions {
  mode: Mode;
  /** The side that wins conflicts. */
  side?: Side;
  /** Renamed columns, old → new. */
  renames: ReadonlyMap<string, string>;
  format: Format;
  /** Whether any file of the module exists. */
  isModuleThere: boolean;
}

/** The result of an action on a file. */
export type ActionResult = Pick<FileChange, 'action' | 'result'> & Partial<FileChange>;

const NO_BASELINE = 'no baseline: accept the file as it is, or overwrite it';

/** The texts and the situation of a file that an action applies to. */
export interface KnownFile {
  texts: FileTexts;
  plain: FileTexts;
  situation: Situation;
}

/**
 * Works out the result of an action on a file. @returns another action if a merge has nothing to write, or on a
 * conflict
 */
export async function resultOf(
  action: Action,
  path: string,
  known: KnownFile,
  options: ChangeOptions,
): Promise<ActionResult> {
  const { texts, situation } = known;
  const { hand, rendering } = texts;
  switch (action) {
    case 'generate':
      return { action, result: rendering };
    case 'overwrite':
      // A file that nobody touched, and that would be rendered as before, need not be written.
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

async function mergeOf(path: string, { texts, plain }: KnownFile, options: ChangeOptions): Promise<ActionResult> {
  const { renames, format, side } = options;
  const { hand = '', base = '', rendering = '' } = { ...texts, ...plain };
  const named = async (text: string) =>
    renames.size === 0 ? text : formatted(await renameColumns(path, text, renames), path, format);
  const sides = { base: await named(base), hand: await named(hand), rendering };
  const merged = await mergeFile(path, { ...sides, base: withNewLabels(path, sides, renames) }, side);
  const { conflicts, notes } = merged;
  const result = withLineEnds(await formatted(merged.text, path, format), texts.hand);
  if (conflicts.length > 0) {
    const places = conflicts.map(({ where }) => where).join(', ');
    return { action: 'conflict', result, conflicts, notes, problem: `in conflict: ${places}` };
  }
  if (result === texts.hand) return { action: 'skip', result, notes, moves: true };
  return { action: 'merge', result, notes };
}

/** A file that a person edited and that is no longer rendered. */
function droppedOf(path: string, { hand = '', base = '' }: FileTexts, side: Side | undefined): ActionResult {
  if (side === 'rendering')
    return { action: 'remove', notes: [{ path, message: 'removed: it is no longer rendered' }] };
  if (side === 'hand')
    return { action: 'forget', result: hand, notes: [{ path, message: 'kept: no longer rendered' }] };
  const conflict = { path, where: 'file', base, hand, rendering: null };
  return { action: 'conflict', result: hand, conflicts: [conflict], problem: 'in conflict: it is no longer rendered' };
}

/** A text with the line endings of another. */
function withLineEnds(text: string | undefined, like: string | undefined): string | undefined {
  const first = like?.indexOf('\n') ?? -1;
  if (first <= 0 || like?.[first - 1] !== '\r') return text;
  return text?.replaceAll(/\r?\n/g, '\r\n');
}
