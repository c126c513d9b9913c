import type { Design } from '../design/design.js';
import { stringLiteral } from '../model/text.js';
import type { LinesModel } from '../model/model.js';
import type { ConsoleColumn } from './console.column.js';
import { lineColumns } from './console.lines.js';

/** Width of a line of source. */
const WIDTH = 118;

/**
 * The texts of a page as members of objects, as many on a line as fit: `title: 'Product', name: 'Name',`. Chinese has
 * only the texts that differ from English.
 */
export function textLines(
  title: string,
  design: Design,
  columns: ConsoleColumn[],
  lines: LinesModel[],
): { en: string[]; zh: string[] } {
  const ofLines = lines.flatMap((each) => [
    untranslated(each.member, each.model.label),
    ...lineColumns(each).map(({ column, text }) => untranslated(text, column.label)),
  ]);
  const labelled = [{ property: title, design }, ...columns].map(({ property, design: { label, labels } }) => ({
    property,
    en: labels.en ?? label,
    zh: labels.zh ?? label,
  }));
  labelled.push(...ofLines);
  const member = (property: string, text: string) => `${property}: ${stringLiteral(text)}`;
  return {
    en: filled(labelled.map(({ property, en }) => member(property, en))),
    zh: filled(labelled.filter(({ en, zh }) => zh !== en).map(({ property, zh }) => member(property, zh))),
  };
}

function untranslated(property: string, label: string) {
  return { property, en: label, zh: label };
}

/** Source text for the inside of a single-file component, which `</script>` would end. */
export function columnLiteral(source: string): string {
  return source.replaceAll('</', '<\\/');
}

function filled(members: string[]): string[] {
  const lines: string[] = [];
  for (const member of members) {
    const last = lines.at(-1);
    if (last === undefined || last.length + member.length + 6 > WIDTH) lines.push(`${member},`);
    else lines[lines.length - 1] = `${last} ${member},`;
  }
  return lines;
}
