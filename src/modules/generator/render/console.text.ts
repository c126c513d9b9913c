import type { Design } from '../design/design.js';
import { stringLiteral } from '../model/text.js';
import type { ConsoleColumn } from './console.column.js';

/** As wide as lines of source are. */
const WIDTH = 118;

/** The texts of a page as members of two objects, as many on a line as fit: `title: 'Product', name: 'Name',`. */
export function textLines(title: string, design: Design, columns: ConsoleColumn[]): { en: string[]; zh: string[] } {
  const labelled = [{ property: title, design }, ...columns];
  const of = (labelOf: (design: Labelled) => string) =>
    filled(labelled.map(({ property, design: one }) => `${property}: ${stringLiteral(labelOf(one))}`));
  return { en: of(({ label, labels }) => labels.en ?? label), zh: of(({ label, labels }) => labels.zh ?? label) };
}

/** Source text for the inside of a single-file component, which `</script>` would end. */
export function columnLiteral(source: string): string {
  return source.replaceAll('</', '<\\/');
}

type Labelled = Pick<Design, 'label' | 'labels'>;

function filled(members: string[]): string[] {
  const lines: string[] = [];
  for (const member of members) {
    const last = lines.at(-1);
    if (last === undefined || last.length + member.length + 6 > WIDTH) lines.push(`${member},`);
    else lines[lines.length - 1] = `${last} ${member},`;
  }
  return lines;
}
