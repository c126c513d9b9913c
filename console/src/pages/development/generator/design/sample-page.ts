import type { Crud, Field, Filter, Row, Show } from '@/kit/crud/define-crud';
import { language } from '@/text/language';
import { pluralOf } from '@/text/plural';
import { t } from './generator-design.text';
import type { ColumnDesign, Design } from './table-designs';

/** The member that identifies sample rows; no column has an empty name. */
const KEY = '';

/** How many choices and rows there are as samples. */
const SAMPLES = [1, 2, 3] as const;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Ages of sample times: one that is shown as relative, and two that are not. */
const AGES_MS = [5 * MINUTE_MS, 12 * DAY_MS, 300 * DAY_MS];

const NUMBERS = [7, 120, 3400];
const DECIMALS = ['9.90', '125.00', '3400.50'];
const CLOCKS = ['08:30:00', '12:00:00', '17:45:00'];

/** Samples of texts that have a form. */
const SAMPLE_TEXTS: Partial<Record<ColumnDesign['show'], (number: number) => string>> = {
  image: (number) => `/api/file/${number}.png`,
  images: (number) => `/api/file/${number}.png,/api/file/${number + 1}.png`,
  link: (number) => `https://example.org/${number}`,
  email: (number) => `person${number}@example.org`,
  phone: (number) => `+1 555 010${number}`,
  color: (number) => ['#3651c9', '#1f8a4c', '#c2571a'][number - 1] ?? '',
  html: (number) => `<p>${number}</p>`,
  code: (number) => `A-100${number}`,
  ip: (number) => `192.0.2.${number}`,
};

type Named = readonly [name: string, column: ColumnDesign];

/** The label of a table or a column in the console's language. */
export function labelOf({ label, labels }: Pick<ColumnDesign, 'label' | 'labels'>): string {
  return labels[language.value] ?? label;
}

/** The heading of the page that a table with this design gets, in the console's language. */
export function headingOf({ label, labels, menu }: Design): string {
  if (menu.name !== label || Object.keys(labels).length === 0) return menu.name;
  return language.value === 'zh' ? (labels.zh ?? label) : pluralOf(labels.en ?? label);
}

/** Whether a column's values are rows of a table, which are found by their names. */
export function isReference({ input, reference }: ColumnDesign): boolean {
  return reference !== null || isChosenByName(input);
}

/** Whether a field with this input offers rows of a table. */
export function isChosenByName(input: ColumnDesign['input']): boolean {
  return input === 'reference' || input === 'tree';
}

/**
 * The page that a table with this design gets, as far as the design alone shows: its dictionaries and the types of its
 * columns are replaced by samples.
 */
export function pageOf(design: Design): Crud {
  const columns = Object.entries(design.columns);
  return {
    path: '',
    title: labelOf(design),
    columns: Object.fromEntries(
      columns
        .filter(([, { hidden }]) => !hidden)
        .map(([name, column]) => {
          const hidden = column.list !== true || isMade([name, column], design);
          return [name, { label: labelOf(column), show: showOf([name, column], design), sort: column.sort, hidden }];
        }),
    ),
    filters: filtersOf(columns, design),
    fields: Object.fromEntries(
      columns.filter(([, { form }]) => form !== 'none').map(([name, column]) => [name, fieldOf(column)]),
    ),
    key: KEY,
    nameOf: () => '',
    fixed: () => false,
    permission: () => undefined,
  };
}

/** A few rows with values of the kinds that the design gives its columns; times are counted back from `now`. */
export function rowsOf({ columns, key }: Design, now: number): Row[] {
  return SAMPLES.map((number, index) => {
    const time = new Date(now - (AGES_MS[index] ?? 0)).toISOString();
    const values = Object.entries(columns).map(([name, column]) => {
      const isNumber = column.dict !== null || (key.includes(name) && column.input === 'number');
      return [name, isNumber && !isReference(column) ? number : sampleOf(column, number, time)];
    });
    return { ...Object.fromEntries(values), [KEY]: number };
  });
}

function sampleOf(column: ColumnDesign, number: number, time: string): unknown {
  if (isReference(column)) return `${labelOf(column)} ${number}`;
  if (column.show in SAMPLE_TEXTS) return SAMPLE_TEXTS[column.show]?.(number);
  if (column.show === 'epoch') return Date.parse(time) / 1000;
  switch (column.input) {
    case 'number':
      return NUMBERS[number - 1];
    case 'decimal':
      return DECIMALS[number - 1];
    case 'switch':
      return number !== 2;
    case 'select':
    case 'radio':
      return t.choice(number);
    case 'day':
      return time.slice(0, 10);
    case 'time':
      return CLOCKS[number - 1];
    case 'datetime':
      return time;
    case 'json':
      return { a: number };
    default:
      return `${labelOf(column)} ${number}`;
  }
}

/** Whether the service makes the values of a key, which then mean nothing to people. */
function isMade([name, { form, input }]: Named, { key }: Design): boolean {
  return key.length === 1 && key[0] === name && form === 'none' && input === 'text';
}

function showOf([name, column]: Named, { key }: Design): Show | undefined {
  const { dict, input, show } = column;
  if (isReference(column)) return undefined;
  if (dict !== null) return { choices: choices() };
  if (key.includes(name) && show === 'text') return input === 'text' ? 'copy' : undefined;
  return show in SHOWN ? SHOWN[show] : (show as Show);
}

/** The kinds of values that pages call by another name. */
const SHOWN: Partial<Record<ColumnDesign['show'], Show>> = {
  text: undefined,
  color: 'colour',
  code: 'copy',
  switch: 'yes-no',
};

function choices() {
  return SAMPLES.map((value) => ({ value, label: t.choice(value) }));
}

/** The filters in the order of the columns; the range of the time of creation stands last. */
function filtersOf(columns: readonly Named[], { columns: all, times }: Design): Record<string, Filter> {
  const filters = columns
    .filter(([name, { filter, hidden }]) => filter && !hidden && !Object.values(times).includes(name))
    .map(([name, column]) => [name, { label: labelOf(column), input: filterInput(column), ...waits(column) }] as const);
  const created = times.created === null ? undefined : all[times.created];
  const range = created?.input === 'datetime' && !created.hidden;
  return {
    ...Object.fromEntries(filters),
    ...(range ? { startTime: { label: labelOf(created), input: 'range', ...waits(created) } } : {}),
  };
}

/** The member of a filter that waits until it is added. */
function waits({ filter }: ColumnDesign): Pick<Filter, 'first'> {
  return filter === 'more' ? { first: false } : {};
}

function filterInput(column: ColumnDesign): Filter['input'] {
  const { dict, input } = column;
  if (isReference(column)) return undefined;
  if (dict !== null || input === 'select' || input === 'radio') return { choices: choices() };
  switch (input) {
    case 'switch':
      return 'yes-no';
    case 'number':
    case 'decimal':
      return 'numbers';
    case 'day':
      return 'days';
    case 'datetime':
      return 'times';
    case 'epoch':
      return 'epoch';
    default:
      return undefined;
  }
}

/** The field of a column in the form of the page. */
export function fieldOf(column: ColumnDesign): Field {
  return {
    label: labelOf(column),
    input: fieldInput(column),
    required: column.required,
    hint: column.help ?? undefined,
    group: column.group ?? undefined,
  };
}

function fieldInput({ input, dict }: ColumnDesign): Field['input'] {
  switch (input) {
    case 'textarea':
    case 'number':
    case 'decimal':
    case 'day':
    case 'epoch':
    case 'image':
    case 'json':
    case 'images':
    case 'html':
    case 'markdown':
    case 'password':
      return input;
    case 'tags':
      return dict === null ? input : { choices: choices(), as: 'several' };
    case 'color':
      return 'colour';
    case 'switch':
      return dict === null ? 'yes-no' : { choices: choices(), as: 'switch', on: SAMPLES[0], off: SAMPLES[1] };
    case 'time':
      return 'clock';
    case 'datetime':
      return 'time';
    case 'select':
      return { choices: choices() };
    case 'radio':
      return { choices: choices(), as: 'radio' };
    default:
      return undefined;
  }
}
