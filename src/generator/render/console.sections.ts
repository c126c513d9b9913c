import { KIND_HEADINGS } from '../design/infer-groups.js';
import { wordsOf } from '../model/names.js';
import type { ConsoleColumn } from './console.column.js';
import type { PageText } from './console.text.js';

/** The Chinese headings of sections by kind. */
const CHINESE = new Map<string, string>([
  [KIND_HEADINGS.pictures, '图片'],
  [KIND_HEADINGS.texts, '文本'],
  [KIND_HEADINGS.settings, '设置'],
]);

/** The headings of the sections of a page, each once, as texts that no column has the name of. */
export function sectionTexts(columns: readonly ConsoleColumn[], properties: readonly string[]): Map<string, PageText> {
  const texts = new Map<string, PageText>();
  const taken = [...properties];
  for (const heading of new Set(columns.flatMap(({ design }) => design.group ?? []))) {
    const property = sectionName(heading, taken);
    taken.push(property);
    texts.set(heading, { property, en: heading, zh: chineseOf(heading, columns) });
  }
  return texts;
}

function sectionName(heading: string, taken: readonly string[]): string {
  const words = /^[A-Za-z]/.test(heading) ? wordsOf(heading) : ['other'];
  const name = words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
  for (let number = 1; ; number++) {
    const property = `${name}Section${number === 1 ? '' : number}`;
    if (!taken.includes(property)) return property;
  }
}

/** The Chinese heading: the common beginning of the section's Chinese labels, if they have one. */
function chineseOf(heading: string, columns: readonly ConsoleColumn[]): string {
  const known = CHINESE.get(heading);
  if (known !== undefined) return known;
  const labels = columns.flatMap(({ design }) => (design.group === heading ? (design.labels.zh ?? '') : []));
  const [first = '', ...others] = labels;
  const letters = [...first];
  const end = letters.findIndex((letter, at) => others.some((label) => [...label][at] !== letter));
  const common = letters.slice(0, end === -1 ? letters.length : end);
  return common.length > 1 && labels.length > 1 ? common.join('') : heading;
}

/**
 * The fields in the order of the form: first those outside of sections, beginning with the name of a row and required
 * fields; then the sections, those with required fields first, and those by kind last.
 */
export function inSections(
  fields: readonly ConsoleColumn[],
  isName: (field: ConsoleColumn) => boolean,
): ConsoleColumn[] {
  const needs = ({ design, column }: ConsoleColumn) => design.required && column.default === undefined;
  const free = fields.filter(({ design }) => design.group === null);
  const rank = (field: ConsoleColumn) => (isName(field) ? 0 : needs(field) ? 1 : 2);
  const headings = [...new Set(fields.flatMap(({ design }) => design.group ?? []))];
  const sections = headings.map((heading) => ({
    isKind: CHINESE.has(heading),
    fields: fields.filter(({ design }) => design.group === heading),
  }));
  const order = (section: (typeof sections)[number]) =>
    section.isKind ? 2 : section.fields.some((field) => isName(field) || needs(field)) ? 0 : 1;
  return [
    ...free.toSorted((a, b) => rank(a) - rank(b)),
    ...sections.toSorted((a, b) => order(a) - order(b)).flatMap((section) => section.fields),
  ];
}
