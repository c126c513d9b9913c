import type { ColumnFacts, TableFacts } from '../model/columns.js';
import { groupBy } from '../model/group-by.js';
import { singularOf } from '../model/inflection.js';
import { last } from '../model/kind-rules.js';
import { present } from '../model/model.js';
import { labelOf, wordsOf } from '../model/names.js';
import { tenantColumnOf } from '../model/reference-target.js';
import type { ColumnDesign, RoleDesign } from './design.js';
import type { DesignedColumn } from './first-view.js';

/** The facts that decide which columns stand in sections. */
export interface GroupContext {
  facts: TableFacts;
  roles: RoleDesign;
  /** The column that names rows. */
  naming: string | undefined;
  /** The headings that a person has given columns, or has taken from them. */
  saidOf: (column: string) => string | null | undefined;
}

/** How many columns with a common beginning make a section, and how many of one kind do. */
const ALIKE = 3;
const OF_A_KIND = 2;

/** A form with no more fields has no sections by kind. */
const SHORT_FORM = 6;

/** The share of a table's columns above which a common beginning says nothing about them. */
const MOST = 0.75;

/** First words that say how or when a column is used, rather than what it is about. */
const LOOSE_WORDS = new Set(
  (
    'is has can need allow enable use show hide max min start begin end first last next create created update updated ' +
    'modify delete deleted add date time gmt total sum count num number new old default the in on at by to of no not ' +
    'my col column field attr ext extra reserved'
  ).split(' '),
);

/** Last words in the names of numbers that give the order of rows. */
const ORDERS = ['sort', 'seq', 'sequence', 'position', 'weight', 'rank'];

/** The headings of sections by kind, in the order of a form. */
export const KIND_HEADINGS = { pictures: 'Pictures', texts: 'Texts', settings: 'Settings' } as const;

type SectionKind = keyof typeof KIND_HEADINGS;

/**
 * Groups the columns of a large table into sections: by a common beginning of their names, such as `receiver_*`, or by
 * their kind (pictures, long texts, settings). Headings set by hand stay.
 */
export function withGroups(columns: readonly DesignedColumn[], context: GroupContext): DesignedColumn[] {
  const free = columns.filter(([column, design]) => isFree(column, design, context));
  const headings = byBeginning(free, context);
  const others = free.filter(([{ name }]) => !headings.has(name) && name !== context.naming);
  const isShort = free.filter(([, { form }]) => form !== 'none').length <= SHORT_FORM;
  for (const [name, heading] of isShort ? [] : byKind(others)) headings.set(name, heading);
  return columns.map(([column, design]) => {
    const said = context.saidOf(column.name);
    return [column, { ...design, group: said === undefined ? (headings.get(column.name) ?? null) : said }];
  });
}

/** Whether people fill in or read a column, which is neither the key nor set by the service. */
function isFree({ name }: ColumnFacts, { form, hidden }: ColumnDesign, { facts, roles }: GroupContext): boolean {
  const { times, by, softDelete, tree } = roles;
  const set = [...present(times), ...present(by), softDelete?.column, tree?.parent];
  const tenant = tenantColumnOf(facts.definition)?.name;
  if (facts.key.includes(name) || name === tenant || set.includes(name)) return false;
  return form !== 'none' || !hidden;
}

function byBeginning(columns: readonly DesignedColumn[], { facts }: GroupContext): Map<string, string> {
  const table = new Set(wordsOf(facts.definition.name).map(singularOf));
  const isTelling = (name: string) => {
    const [first = '', ...rest] = wordsOf(name);
    return rest.length > 0 && first.length >= 3 && !LOOSE_WORDS.has(first) && !table.has(singularOf(first));
  };
  const names = columns.map(([{ name }]) => name).filter(isTelling);
  const headings = new Map<string, string>();
  for (const alike of groupBy(names, (name) => wordsOf(name)[0]).values()) {
    if (alike.length < ALIKE || alike.length > columns.length * MOST) continue;
    const heading = labelOf(commonWords(alike.map(wordsOf)).join('_'));
    for (const name of alike) headings.set(name, heading);
  }
  return headings;
}

/** The words that all names begin with, leaving at least one word of each. */
function commonWords([first = [], ...others]: string[][]): string[] {
  const shortest = Math.min(first.length, ...others.map(({ length }) => length)) - 1;
  const end = first.findIndex((word, at) => at >= shortest || others.some((other) => other[at] !== word));
  return first.slice(0, Math.max(end, 1));
}

function byKind(columns: readonly DesignedColumn[]): Map<string, string> {
  const headings = new Map<string, string>();
  const fields = columns.filter(([, { form }]) => form !== 'none');
  for (const kind of Object.keys(KIND_HEADINGS) as SectionKind[]) {
    const alike = fields.filter((each) => kindIn(each) === kind);
    if (alike.length < OF_A_KIND) continue;
    for (const [{ name }] of alike) headings.set(name, KIND_HEADINGS[kind]);
  }
  return headings;
}

function kindIn([{ name, family }, { show, input }]: DesignedColumn): SectionKind | undefined {
  if (show === 'image' || show === 'images') return 'pictures';
  if (input === 'textarea' || input === 'json' || show === 'html' || show === 'markdown') return 'texts';
  if (show === 'switch' || (family.kind === 'whole' && ORDERS.includes(last(wordsOf(name))))) return 'settings';
  return undefined;
}
