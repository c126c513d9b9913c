import { lazily } from 'steward/core';
import type { OutputFile } from '../output/output.folder.js';
import type { FileChange } from '../compare/action-result.js';

const diff3 = lazily(() => import('node-diff3'));

/** Files that show both sides of each conflict between markers, beside the files in conflict. */
export async function markedFiles(files: FileChange[]): Promise<OutputFile[]> {
  const { mergeDiff3 } = await diff3();
  const label = { a: 'what you wrote', o: 'what was rendered', b: 'what is rendered now' };
  return files
    .filter(({ action }) => action === 'conflict')
    .map(({ path, hand, base, rendering }) => {
      const { result } = mergeDiff3(linesOf(hand), linesOf(base), linesOf(rendering), { label });
      return { path: `${path}.conflict`, content: result.join('\n') };
    });
}

function linesOf(text = ''): string[] {
  return text.split(/\r?\n/);
}
