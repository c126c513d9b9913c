import { mergeComponent } from './component.js';
import type { Merged, Side, Sides } from './merged.js';
import { Outcome } from './outcome.js';
import { mergeScript } from './script.js';

export type { Conflict, Merged, Note, Side, Sides } from './merged.js';
export { renameColumns } from './rename.js';

/**
 * Merges what people and the templates made of a file since it was last rendered, part by part of its syntax. All three
 * texts are formatted, with LF at the ends of lines; the merged one still has to be.
 * @param decide the side that wins the places of conflict, these alone, so that none are left. Without it the text has
 *   hand's there
 */
export async function mergeFile(path: string, sides: Sides, decide?: Side): Promise<Merged> {
  const { base, hand, rendering } = sides;
  const outcome = new Outcome(path, decide);
  if (base === hand) return outcome.merged(rendering);
  if (base === rendering || hand === rendering) return outcome.merged(hand);
  const { default: ts } = await import('typescript');
  const text = path.endsWith('.vue') ? mergeComponent(ts, sides, outcome) : mergeScript(ts, sides, outcome);
  return text === undefined ? outcome.asWhole(sides) : outcome.merged(text);
}
