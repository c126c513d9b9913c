import { mergeComponent } from './component.js';
import { MergeReport } from './merge-report.js';
import type { Merged, Side, Sides } from './merged.js';
import { mergeScript } from './script.js';
import { loadTypeScript } from './typescript.js';

export type { Conflict, Merged, Note, Side, Sides } from './merged.js';
export { renameColumns } from './rename.js';
export { withNewLabels } from './renamed-labels.js';

/**
 * Merges what people and the templates have changed in a file since it was last rendered, part by part of its syntax.
 * All three texts must be formatted, with LF line endings; the merged text still has to be formatted.
 * @param decide the side that wins each conflict. Without it, conflicts are reported, and the text has the side of
 *   `hand` there
 */
export async function mergeFile(path: string, sides: Sides, decide?: Side): Promise<Merged> {
  const { base, hand: ours, rendering: theirs } = sides;
  const report = new MergeReport(path, decide);
  if (base === ours) return report.merged(theirs);
  if (base === theirs || ours === theirs) return report.merged(ours);
  const ts = loadTypeScript();
  const merge = path.endsWith('.vue') ? mergeComponent : mergeScript;
  const text = merge(ts, { base, ours, theirs }, report);
  return text === undefined ? report.asWhole(sides) : report.merged(text);
}
