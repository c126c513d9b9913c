import { type Situation, decide, movesBaseline } from './decide.js';
import { type ChangeOptions, type FileChange, resultOf } from './action-result.js';
import { type FileTexts, plainTexts, stateOf } from './file-texts.js';

/** Works out the change of a file with these texts. */
export async function changeOf(path: string, texts: FileTexts, options: ChangeOptions): Promise<FileChange> {
  const { hand, base, rendering } = texts;
  // A file that nobody edited need not be formatted for the comparison.
  const plain = hand === base ? { hand, base } : await plainTexts(path, texts, options.format);
  const state = stateOf(texts, plain);
  const situation: Situation = {
    state,
    hasBase: base !== undefined,
    isRendered: rendering !== undefined,
    // Hand-written code may use a renamed column.
    isCurrent: base === rendering && (state !== 'edited' || options.renames.size === 0),
    isTaken: hand !== undefined && (hand === rendering || plain.hand === rendering),
    isModuleThere: options.isModuleThere,
  };
  const action = decide(situation, options.mode);
  const result = await resultOf(action, path, { texts, plain, situation }, options);
  const moves = movesBaseline(situation, result.action);
  return { path, ...texts, state, conflicts: [], notes: [], moves, ...result };
}

/** The change of a file that cannot be read, and therefore cannot be written. */
export function unreadable(path: string, problem: string, { base, rendering }: FileTexts): FileChange {
  const blank = { path, conflicts: [], notes: [], moves: false };
  return { ...blank, base, rendering, state: 'unknown', action: 'refuse', problem };
}
