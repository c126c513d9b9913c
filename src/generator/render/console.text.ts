import type { Design } from '../design/design.js';
import { pluralOf } from '../model/inflection.js';
import { inBothLanguages, isChinese } from '../model/labels.js';
import type { LinesModel, TabModel, TableModel } from '../model/model.js';
import { propertiesOf } from '../model/names.js';
import { stringLiteral } from '../model/text.js';
import type { ConsoleColumn } from './console.column.js';
import { lineColumns } from './console.lines.js';

/** Width of a line of source. */
const WIDTH = 118;

/** A text of a page in both languages. */
export interface PageText {
  property: string;
  en: string;
  zh: string;
}

/** The page's name for one row, and for all rows where its menu entry has it in one language only. */
export function titleTexts(title: string, { label, labels, menu }: Design): PageText[] {
  const { en, zh } = inBothLanguages({ label, labels });
  const isNamed = menu.name !== label && menu.name !== pluralOf(label);
  const one = { property: title, en, zh };
  return isNamed || en === zh ? [one] : [one, { property: `${title}s`, en: pluralOf(en), zh }];
}

/** The texts of the columns: their labels, and what the form says below them. */
export function columnTexts(columns: ConsoleColumn[]): PageText[] {
  const properties = columns.map(({ property }) => property);
  return columns.flatMap(({ property, design: { label, labels, help } }) => {
    const named = { property, ...inBothLanguages({ label, labels }) };
    if (help === null) return [named];
    // A Chinese help text is none beside an English label.
    const en = isChinese(help) && !isChinese(named.en) ? '' : help;
    return [named, { property: helpOf(property, properties), en, zh: help }];
  });
}

/** The name of the text below a field. */
export function helpOf(property: string, properties: readonly string[]): string {
  const name = `${property}Help`;
  return properties.includes(name) ? helpOf(name, properties) : name;
}

/** The texts of rows that belong to a row. */
export function linesTexts(lines: LinesModel[]): PageText[] {
  return lines.flatMap((each) => [
    untranslated(each.member, pluralOf(each.model.label)),
    ...lineColumns(each).map(({ column, text }) => ({
      property: text,
      ...inBothLanguages(column),
    })),
  ]);
}

/** The names of the rows that are joined to a row. */
export function joinTexts({ joins }: TableModel): PageText[] {
  return joins.map(({ member, en, zh }) => ({ property: member, en, zh }));
}

/** A tab with its name. */
export interface TabText {
  tab: TabModel;
  text: PageText;
}

/** The tabs of a table with their names, apart from the other texts of the page. */
export function tabTexts({ tabs }: TableModel, others: readonly PageText[]): TabText[] {
  const names = propertiesOf(
    tabs.map(({ table, by }) => `tab_${table}_${by.name}`),
    others.map(({ property }) => property),
  );
  return tabs.map((tab, index) => ({ tab, text: { property: names[index] ?? '', en: tab.en, zh: tab.zh } }));
}

/** The names of actions and files on the page, apart from its other texts. */
export function actionTexts({ actions, files }: TableModel, others: readonly PageText[]) {
  const named = [...actions.map(({ name }) => name), ...files.map(({ kind }) => kind)];
  const names = propertiesOf(
    named,
    others.map(({ property }) => property),
  );
  const textOf = ({ en, zh }: { en: string; zh: string }, at: number) => ({ property: names[at] ?? '', en, zh });
  return {
    actions: actions.map((of, at) => ({ of, text: textOf(of, at) })),
    files: files.map((of, at) => ({ of, text: textOf(of, actions.length + at) })),
  };
}

/**
 * Texts as members of objects, as many on a line as fit: `title: 'Product', name: 'Name',`. Chinese has only the texts
 * that differ from English.
 */
export function textLines(all: readonly PageText[]): { en: string[]; zh: string[] } {
  const member = (property: string, text: string) => `${property}: ${stringLiteral(text)}`;
  return {
    en: filled(all.map(({ property, en }) => member(property, en))),
    zh: filled(all.filter(({ en, zh }) => zh !== en).map(({ property, zh }) => member(property, zh))),
  };
}

function untranslated(property: string, label: string): PageText {
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
