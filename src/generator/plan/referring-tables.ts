import { AppError, errors } from 'steward/core';
import type { Design, RowsDesign, SavedDesign } from '../design/design.js';
import { type LinkColumns, linkColumnsOf } from '../design/link.js';
import { type Defaults, designOf, saidOf } from '../design/infer.js';
import { placesOf } from '../design/infer-reference.js';
import type { Catalog } from '../model/catalog.js';
import { type ColumnFacts, type TableFacts, factsOf } from '../model/columns.js';
import { pluralOf } from '../model/inflection.js';
import { inferredKey, kindOfKey } from '../model/key.js';
import { holdsKeys } from '../model/key-lists.js';
import type { JoinModel, TabModel, TableModel } from '../model/model.js';
import { propertiesOf } from '../model/names.js';
import type { StoredValues } from '../model/reference-choice.js';
import type { TableDefinition } from '../model/table.js';
import type { TableReader } from '../schema/table.reader.js';
import { storedValues } from './reference-values.js';

/** Most tabs that are inferred for a table. */
const MOST_TABS = 6;

/** Rows of the list of tables that are read at once. */
const SIZES_AT_ONCE = '100';

/** The parts of a run that finding referring tables needs. */
export interface ReferringContext {
  catalog: Catalog;
  reader: TableReader;
  defaults: Defaults;
  isOwn: (table: string) => boolean;
  saved: (table: TableDefinition) => Promise<SavedDesign | undefined>;
  /** The stored values of columns, as far as the run has looked them up. */
  known: Map<string, StoredValues>;
}

/** A table that may refer to others, as far as its possible references are concerned. */
interface Suspect {
  facts: TableFacts;
  saved: SavedDesign;
  /** The tables that each column may refer to. */
  places: ReadonlyMap<ColumnFacts, readonly string[]>;
}

/** What was found for a table with a saved design. */
interface KnownSuspect {
  /** The design as JSON. */
  design: string;
  suspect: Suspect | undefined;
}

/** Kept as long as a table's catalog, because finding them again is most of the work for a table. Catalogs share no tables. */
const knownSuspects = new WeakMap<TableDefinition, KnownSuspect>();

/** A link table: its columns, and the table that each refers to. */
interface FoundLink {
  table: string;
  design: Design;
  columns: LinkColumns;
  joined: readonly [string, string];
}

/** Most columns of a link table: its two references, a key, a tenant and two times. */
const MOST_IN_LINK = 6;

/** The tables that refer to others, found once in a run. */
export class ReferringTables {
  private suspects: Promise<Suspect[]> | undefined;
  private links: Promise<FoundLink[]> | undefined;

  constructor(private readonly context: ReferringContext) {}

  /**
   * The tabs in the details of a row: of the tables with the most rows, in the order of their names, or those that a
   * design wants.
   * @throws AppError code 1 that names a wanted one that cannot be a tab
   */
  async tabsOf(model: TableModel, wanted: readonly RowsDesign[] | null | undefined): Promise<TabModel[]> {
    if (wanted === null || wanted?.length === 0) return [];
    const found = await this.allOf(model);
    if (wanted === undefined) return this.largest(found);
    const tabs: TabModel[] = [];
    for (const { table, by } of wanted) {
      const inferred = found.find((each) => each.table === table && each.by.name === by);
      tabs.push(inferred ?? (await this.wantedTab(table, by, model)));
    }
    return tabs;
  }

  /** A tab that a design wants although nothing else says that the column refers to the table. */
  private async wantedTab(table: string, by: string, { key }: TableModel): Promise<TabModel> {
    const suspect = (await this.all()).find(({ facts }) => facts.definition.name === table);
    const column = suspect?.facts.columns.find(({ name }) => name === by);
    if (!suspect || !column || (await this.isLink(table)))
      throw errors.failure(`tabs: ${table} has no page of its own`);
    const [own, ...more] = key.columns;
    if (!own || more.length > 0) throw errors.failure('tabs: they need a key of one column');
    if (kindOfKey(column.family) !== kindOfKey(own.family))
      throw errors.failure(`tabs: ${table} cannot name a row in its column ${by}, which has another type than the key`);
    const design = await this.designFor(suspect, [column]);
    if (!canFilter(column, design)) throw errors.failure(`tabs: no page of ${table} can be filtered by ${by}`);
    return { table, by: column, ...namesOf(design, undefined) };
  }

  /**
   * The rows that link tables join to the rows of a table.
   * @param lines the tables whose rows are lines, and so are edited already
   */
  async joinsOf(model: TableModel, lines: readonly RowsDesign[]): Promise<JoinModel[]> {
    const [key, ...others] = model.key.columns;
    if (!key || others.length > 0 || model.link || !model.operations.includes('update')) return [];
    const inLines = new Set(lines.map(({ table }) => table));
    const found = (await this.allLinks()).filter(({ table }) => !inLines.has(table));
    const sides = found.flatMap((link) => [sideOf(link, 0), sideOf(link, 1)]).filter(({ of }) => of === model.table);
    const taken = [
      ...model.all.map(({ property }) => property),
      ...lines.flatMap(({ table }) => propertiesOf([table], [])),
    ];
    const joins: JoinModel[] = [];
    for (const { link, by, other, table } of sides) {
      const words = await this.wordsOf(table);
      if (!words) continue;
      const plain = pluralOf(other.property);
      const isTaken = (name: string) => [name, `${name}Label`].some((each) => taken.includes(each));
      const [long = plain] = propertiesOf([`${link.table}_${other.name}s`], taken);
      const member = isTaken(plain) ? long : plain;
      taken.push(member, `${member}Label`);
      const names = table === model.table ? columnWords(link.design, other) : words;
      const isNew = joins.every(({ en }) => en !== names.en);
      joins.push({ member, link: link.table, by, other, table, ...(isNew ? names : withLink(names, link.design)) });
    }
    return joins;
  }

  private async isLink(table: string): Promise<boolean> {
    return (await this.allLinks()).some((link) => link.table === table);
  }

  /** The link tables, the shortest names first: these consist only of what they join. */
  private allLinks(): Promise<FoundLink[]> {
    return (this.links ??= this.findLinks());
  }

  private async findLinks(): Promise<FoundLink[]> {
    const links: FoundLink[] = [];
    for (const suspect of await this.all()) {
      const { facts } = suspect;
      if (facts.columns.length > MOST_IN_LINK) continue;
      const design = await unlessRefused(() => this.designFor(suspect, facts.columns));
      const columns = design?.link ? linkColumnsOf(facts, design, this.context.catalog) : 'it is none';
      if (!design || typeof columns === 'string') continue;
      const [first = '', second = ''] = columns.map(({ name }) => design.columns[name]?.reference?.table);
      links.push({ table: facts.definition.name, design, columns, joined: [first, second] });
    }
    const rank = ({ table }: FoundLink) => `${String(table.length).padStart(4, '0')} ${table}`;
    return links.toSorted((a, b) => compare(rank(a), rank(b)));
  }

  /** The name of a table's rows; undefined if it can have no module. */
  private async wordsOf(table: string): Promise<Pick<JoinModel, 'en' | 'zh'> | undefined> {
    const suspect = (await this.all()).find(({ facts }) => facts.definition.name === table);
    const design = suspect && (await unlessRefused(() => this.designFor(suspect, [])));
    return design && namesOf(design, undefined);
  }

  private async allOf(model: TableModel): Promise<TabModel[]> {
    const found: TabModel[] = [];
    for (const suspect of await this.all()) {
      if (await this.isLink(suspect.facts.definition.name)) continue;
      const columns = [...suspect.places].flatMap(([column, tables]) => (tables.includes(model.table) ? [column] : []));
      if (columns.length > 0) found.push(...(await this.tabsFrom(suspect, columns, model)));
    }
    return found.toSorted((a, b) => compare(`${a.table} ${a.by.name}`, `${b.table} ${b.by.name}`));
  }

  private all(): Promise<Suspect[]> {
    return (this.suspects ??= this.find());
  }

  private async find(): Promise<Suspect[]> {
    const { catalog, isOwn } = this.context;
    const tables = [...catalog.tables].filter(({ name }) => !isOwn(name));
    const suspects = await Promise.all(tables.map((table) => this.suspectOf(table)));
    return suspects.filter((suspect) => suspect !== undefined);
  }

  /** Undefined for a table that cannot have a module, and so has no page to show in a tab. */
  private async suspectOf(table: TableDefinition): Promise<Suspect | undefined> {
    const saved = (await this.savedOf(table)) ?? {};
    const design = JSON.stringify(saved);
    const known = knownSuspects.get(table);
    if (known?.design === design) return known.suspect;
    const suspect = await unlessRefused(() => suspectIn(this.context.catalog, table, saved));
    knownSuspects.set(table, { design, suspect });
    return suspect;
  }

  /** The saved design; one that is wrong is reported when its own table is asked for. */
  private savedOf(table: TableDefinition): Promise<SavedDesign | undefined> {
    return this.context.saved(table).catch(() => undefined);
  }

  /** The design of a table, as far as these columns are concerned. */
  private async designFor({ facts, saved }: Suspect, columns: ColumnFacts[]): Promise<Design> {
    const { catalog, reader, defaults, known } = this.context;
    const stored = await storedValues({ ...facts, columns }, saved, catalog, reader, known);
    return designOf(facts, { catalog, defaults, stored }, saved).design;
  }

  private async tabsFrom(suspect: Suspect, columns: ColumnFacts[], model: TableModel): Promise<TabModel[]> {
    const design = await unlessRefused(() => this.designFor(suspect, columns));
    if (!design) return [];
    const referring = columns.flatMap((by) => {
      const reference = design.columns[by.name]?.reference;
      if (reference?.table !== model.table || holdsKeys(by) || !canFilter(by, design)) return [];
      const { key: name } = reference;
      const key = name === undefined ? undefined : model.all.find((column) => column.name === name);
      const isKnown = name === undefined ? model.key.columns.length === 1 : key !== undefined && !key.hidden;
      return isKnown ? [{ table: suspect.facts.definition.name, by, key }] : [];
    });
    return referring.map((tab) => ({ ...tab, ...namesOf(design, referring.length > 1 ? tab.by.name : undefined) }));
  }

  private async largest(tabs: TabModel[]): Promise<TabModel[]> {
    if (tabs.length <= MOST_TABS) return tabs;
    const sizes = await this.sizesOf([...new Set(tabs.map(({ table }) => table))]);
    const sizeOf = ({ table }: TabModel) => sizes.get(table) ?? 0;
    const most = new Set(tabs.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, MOST_TABS));
    return tabs.filter((tab) => most.has(tab));
  }

  private async sizesOf(names: string[]): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for (let pageNo = 1, total = 1; sizes.size < total; pageNo++) {
      const query = { pageNo: String(pageNo), pageSize: SIZES_AT_ONCE };
      const page = await this.context.reader.page(query, { names, shown: true });
      if (page.records.length === 0) break;
      for (const { tableName, rowCount } of page.records) sizes.set(tableName, rowCount);
      total = page.total;
    }
    return sizes;
  }
}

function suspectIn(catalog: Catalog, table: TableDefinition, saved: SavedDesign): Suspect {
  const facts = factsOf(table, saved.key ?? inferredKey(table));
  const places = new Map(
    facts.columns.map((column) => {
      const ranks = placesOf(column, saidOf(saved, column.name), facts, catalog);
      return [column, ranks.flatMap(({ candidates }) => candidates.map(({ table: { name } }) => name))];
    }),
  );
  return { facts, saved, places };
}

/** The model of a table; undefined if the table is refused, which is reported when it is asked for itself. */
async function unlessRefused<T>(make: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof AppError && error.status === 200) return undefined;
    throw error;
  }
}

/** A link table as seen from one of the tables that it joins. */
function sideOf(link: FoundLink, side: 0 | 1) {
  const across = side === 0 ? 1 : 0;
  return {
    link,
    of: link.joined[side],
    by: link.columns[side],
    other: link.columns[across],
    table: link.joined[across],
  };
}

/** The plural name that a referring column gives rows, for a table that joins its rows to one another. */
function columnWords({ columns }: Design, { name, label: plain }: ColumnFacts): Pick<JoinModel, 'en' | 'zh'> {
  const { label = plain, labels } = columns[name] ?? {};
  const { en = label, zh = label } = labels ?? {};
  return { en: pluralOf(en), zh };
}

function withLink({ en, zh }: Pick<JoinModel, 'en' | 'zh'>, { label, labels }: Design): Pick<JoinModel, 'en' | 'zh'> {
  const { en: own = label, zh: ownZh = label } = labels;
  return { en: `${en} (${own})`, zh: `${zh} (${ownZh})` };
}

/** Whether a page can be filtered by a column. */
function canFilter({ name, shape }: ColumnFacts, { columns }: Design): boolean {
  const said = columns[name];
  return shape.filtered && said !== undefined && said.filter !== false && !said.hidden;
}

/** The name of a tab in both languages; with the label of the column if another tab shows the same table. */
function namesOf({ label, labels, menu, columns }: Design, by: string | undefined): Pick<TabModel, 'en' | 'zh'> {
  const isNamed = menu.name !== label && menu.name !== pluralOf(label);
  const { en = label, zh = pluralOf(label) } = labels;
  const names = isNamed ? { en: menu.name, zh: menu.name } : { en: pluralOf(en), zh };
  const column = by === undefined ? undefined : columns[by];
  if (!column) return names;
  const { en: own = column.label, zh: ownZh = column.label } = column.labels;
  return { en: `${names.en} (${own})`, zh: `${names.zh} (${ownZh})` };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}
