import { PLAIN, RICH, plainChanges, richChanges } from '../../../test/support/merge/tables.js';
import { renderedFiles } from '../../../test/support/rendering.js';
import { formatIn } from '../output/format.js';
import { mergeFile } from './merge.js';

const format = await formatIn(process.cwd());

/** Changes that take nothing away. */
const CHANGES = [
  ...plainChanges('')
    .slice(1, 3)
    .map((change) => ({ source: PLAIN, change })),
  ...richChanges('')
    .slice(0, 2)
    .map((change) => ({ source: RICH, change })),
];

/** A text with a comment at each line that can have one, and these comments. */
function commented(text: string, place: 'above' | 'behind'): { text: string; comments: string[] } {
  const comments: string[] = [];
  const comment = () => {
    const own = `remark ${comments.length}.`;
    comments.push(own);
    return `// ${own}`;
  };
  let isScript = !text.startsWith('<script');
  const lines = text.split('\n').map((line) => {
    if (/^<\/?script/.test(line)) isScript = line.startsWith('<script');
    if (!isScript || line === '' || line.startsWith('<') || line.includes('prettier-ignore')) return line;
    if (place === 'above') return `${comment()}\n${line}`;
    return /[;{,)]$/.test(line) ? `${line} ${comment()}` : line;
  });
  return { text: lines.join('\n'), comments };
}

describe.each(['above', 'behind'] as const)('comments %s every line', (place) => {
  it.each(CHANGES.map(({ source, change }) => ({ source, change, name: change.name })))(
    'of one side stand once where the other has $name',
    async ({ source, change }) => {
      const [base, rendered] = [await renderedFiles(source), await renderedFiles(change.source)];
      for (const [path, before] of base) {
        const changed = rendered.get(path) ?? '';
        const marked = commented(before, place);
        const written = await format(marked.text, path);
        for (const sides of [
          { base: before, hand: written, rendering: changed },
          { base: before, hand: changed, rendering: written },
        ]) {
          const { text, conflicts, notes } = await mergeFile(path, sides);
          const missing = marked.comments.filter((each) => text.split(each).length !== 2);
          expect({ path, missing, conflicts, notes }).toEqual({ path, missing: [], conflicts: [], notes: [] });
          const again = await mergeFile(path, { ...sides, hand: text });
          expect(await format(again.text, path)).toBe(await format(text, path));
        }
      }
    },
  );
});
