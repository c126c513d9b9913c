import { shallowReactive } from 'vue';
import { callPath } from '@/api/client';
import { messageOf } from '@/kit/lib/toast';
import { pluralOf } from '@/text/plural';
import { refreshPlans } from '@/pages/development/generator/preview/table-plans';

/** How a column can be filled in. */
export const INPUTS = [
  ...['text', 'textarea', 'number', 'decimal', 'switch', 'select', 'radio', 'tags', 'day', 'time', 'datetime', 'epoch'],
  ...['image', 'images', 'color', 'json', 'html', 'markdown', 'reference', 'tree', 'password'],
] as const;

/** The kinds of values that are shown each in its own way. */
export const KINDS = [
  ...['text', 'number', 'money', 'percent', 'bytes', 'duration', 'image', 'images', 'link', 'email', 'phone', 'color'],
  ...['json', 'html', 'markdown', 'code', 'ip', 'person', 'time', 'day', 'epoch', 'switch', 'tags'],
] as const;

/** The forms that hold a column: both, only the one for a new row, or none. */
export const FORMS = ['edit', 'add', 'none'] as const;

/** Whether a page shows something from the start, only when asked for it, or never. */
export const PLACES = [true, 'more', false] as const;

type Appearance = (typeof PLACES)[number];

/** How a column is shown and filled in. */
export interface ColumnDesign {
  label: string;
  labels: Record<string, string>;
  list: Appearance;
  form: (typeof FORMS)[number];
  filter: Appearance;
  sort: boolean;
  input: (typeof INPUTS)[number];
  show: (typeof KINDS)[number];
  dict: string | null;
  required: boolean;
  help: string | null;
  group: string | null;
  hidden: boolean;
  reference: Reference | null;
}

/** The table that a column refers to, and the column that names its rows; without one, it is inferred. */
interface Reference {
  table: string;
  label?: string;
}

/** The design of a table; columns have their names in the database. */
export interface Design {
  label: string;
  labels: Record<string, string>;
  name: string;
  moduleName: string;
  menu: { parentId: number; icon: string; name: string; folder: string | null; sort: number };
  key: string[];
  columns: Record<string, ColumnDesign>;
  times: { created: string | null; updated: string | null };
  by: { created: string | null; updated: string | null };
  softDelete: { column: string; deleted: string | null } | null;
  tree: { parent: string } | null;
  lines: Rows[];
  tabs: Rows[];
  dept: string | null;
  dataScope: boolean;
  scoped: boolean;
  link: boolean;
}

/** The rows of another table that refer to a row by one of its columns. */
export interface Rows {
  table: string;
  by: string;
}

/** The design of a table while it is being edited. */
export interface Draft {
  design: Design;
  /** The design as the service has it. */
  kept: string;
  /** Whether a design has been stored before. */
  saved: boolean;
  saving: boolean;
  /** Why the design could not be stored. */
  problem: string;
}

const PATH = '/api/generator/design';

/** The designs that have been opened, kept from step to step until they are stored. */
export function useDesigns() {
  const drafts = shallowReactive(new Map<string, Draft>());
  /** Settles once all tables have the folder that was last chosen for them. */
  let setting = Promise.resolve();

  function patch(table: string, change: Partial<Draft>): void {
    const draft = drafts.get(table);
    if (draft) drafts.set(table, { ...draft, ...change });
  }

  /** @throws ApiError if it cannot be read */
  async function load(tableName: string): Promise<void> {
    const answer = await callPath('get', PATH, { params: { query: { tableName } } });
    const { design, saved } = answer as { design: Design; saved: boolean };
    drafts.set(tableName, { design, saved, kept: JSON.stringify(design), saving: false, problem: '' });
  }

  /** Stores a design if it has changed. @returns false if it could not be stored */
  async function save(tableName: string): Promise<boolean> {
    const draft = drafts.get(tableName);
    if (draft === undefined || !isChanged(draft)) return true;
    patch(tableName, { saving: true, problem: '' });
    try {
      await callPath('put', PATH, { body: { tableName, design: draft.design } });
      patch(tableName, { saving: false, saved: true, kept: JSON.stringify(draft.design) });
      void refreshPlans();
      return true;
    } catch (error) {
      patch(tableName, { saving: false, problem: messageOf(error) });
      return false;
    }
  }

  /** Stores the changed designs of the tables. @returns false if any could not be stored */
  async function saveAll(tables: Iterable<string>): Promise<boolean> {
    await setting;
    const results = await Promise.all(Array.from(tables, save));
    return results.every(Boolean);
  }

  /** Puts the pages of tables into one folder of the menu. @throws ApiError if a design cannot be read */
  function setFolder(tables: readonly string[], folder: string): Promise<void> {
    const done = folderSet(tables, folder);
    setting = done.catch(() => undefined);
    return done;
  }

  async function folderSet(tables: readonly string[], folder: string): Promise<void> {
    await Promise.all(tables.filter((table) => !drafts.has(table)).map(load));
    for (const table of tables) {
      const { design } = drafts.get(table) ?? {};
      if (design) patch(table, { design: { ...design, menu: { ...design.menu, folder } } });
    }
  }

  return { drafts, load, save, saveAll, setFolder, set: (table: string, design: Design) => patch(table, { design }) };
}

/** The result of {@link useDesigns}. */
export type Designs = ReturnType<typeof useDesigns>;

/** Whether a design differs from what the service has. */
export function isChanged({ design, kept }: Draft): boolean {
  return JSON.stringify(design) !== kept;
}

/** The labels of a table or a column. */
type Labelled = Pick<ColumnDesign, 'label' | 'labels'>;

/** The label in English, or for every language without one of its own. */
export function mainLabel({ label, labels }: Labelled): string {
  return labels.en ?? label;
}

/** The change that gives a table or a column another main label. */
export function withMainLabel({ labels }: Labelled, text: string): Partial<Labelled> {
  return labels.en === undefined ? { label: text } : { labels: { ...labels, en: text } };
}

/** The change that gives a table or a column another Chinese label, or none if it is empty. */
export function withChinese({ label, labels }: Labelled, zh: string): Partial<Labelled> {
  const all = Object.fromEntries(Object.entries({ ...labels, zh }).filter(([, text]) => text !== ''));
  // A label that is the Chinese one follows it.
  return label === labels.zh && zh !== '' ? { label: zh, labels: all } : { labels: all };
}

/** The change that gives a table another main label, which its name in the menu follows as long as it is the same. */
export function withTableLabel(design: Design, text: string): Partial<Design> {
  const { label, menu } = design;
  const change = withMainLabel(design, text);
  if (change.label === undefined) return change;
  if (menu.name === label) return { ...change, menu: { ...menu, name: text } };
  return menu.name === pluralOf(label) ? { ...change, menu: { ...menu, name: pluralOf(text) } } : change;
}

/** The reference with another label column, or with the inferred one if it is empty. */
export function withLabel(reference: Reference, label: string): Reference {
  const others = Object.entries(reference).filter(([member]) => member !== 'label');
  return { ...(Object.fromEntries(others) as unknown as Reference), ...(label === '' ? {} : { label }) };
}

/** The column, and its member, that a message of the service is about; undefined if it names none. */
export function placeOf(message: string, columns: readonly string[]): { column: string; member: string } | undefined {
  const path = (name: string) => `columns.${name}.`;
  const column = columns.find((name) => message.startsWith(path(name)));
  if (column !== undefined) return { column, member: /^\w*/.exec(message.slice(path(column).length))?.[0] ?? '' };
  const words = message.split(/[^\p{L}\p{N}_$]+/u);
  const mentioned = columns.find((name) => words.includes(name));
  return mentioned === undefined ? undefined : { column: mentioned, member: 'label' };
}
