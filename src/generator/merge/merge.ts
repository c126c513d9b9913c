import { mergeComponent } from './component.js';
import type { Merged, Side, Sides } from './merged.js';
import { Outcome } from './outcome.js';
import { mergeScript } from './script.js';
import { loadTypeScript } from './typescript.js';

export type { Conflict, Merged, Note, Side, Sides } from './merged.js';
export { renameColumns } from './rename.js';

/**
 * Merges what people and the templates have changed in a file since it was last rendered, part by part of its syntax.
 * All three texts must be formatted, with LF line endings; the merged text still has to be formatted.
 * @param decide the side that wins the conflicts, and only these, so that none are left. Without it, conflicts are
 *   reported, and the text has hand's side there
 */
export async function mergeFile(path: string, sides: Sides, decide?: Side): Promise<Merged> {
  const { base, hand, rendering } = sides;
  const outcome = new Outcome(path, decide);
  if (base === hand) return outcome.merged(rendering);
  if (base === rendering || hand === rendering) return outcome.merged(hand);
  const ts = loadTypeScript();
  const text = path.endsWith('.vue') ? mergeComponent(ts, sides, outcome) : mergeScript(ts, sides, outcome);
  return text === undefined ? outcome.asWhole(sides) : outcome.merged(text);
}
