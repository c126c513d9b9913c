import { Inject } from '@nestjs/common';
import type { EntityManager, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { errors } from '../../core/errors.js';
import { DataCipher } from '../../database/cipher/data-cipher.js';
import { dialectOf } from '../../database/dialects/dialects.js';
import { isIncomparable } from '../../database/dialect/database-errors.js';
import { ownEntity } from '../../database/entities/own-tables.js';
import { snapshot } from '../../database/transaction.js';
import type { Schema } from '../../http/description/json-schema.js';
import { type Caller, readerOf } from '../../http/request/caller.js';
import { dataScopeOf } from '../../http/request/data-scope.js';
import { withAdded } from './added-shape.js';
import { type Branches, branchesOf } from './branches.js';
import { type Choice, choicesOf } from './choices.js';
import type { Export } from './csv.js';
import {
  type FilterShape,
  ROW,
  TIME_FILTERS,
  applyFilters,
  readFilters,
  readTruth,
  readWhole,
  single,
} from '../columns/filters.js';
import { JoinsOf } from '../relations/joins.js';
import { Seals } from '../columns/seals.js';
import { LinesOf } from '../relations/lines.js';
import { offerLink, serveRows } from '../relations/link-tables.js';
import { KeyedRows } from './keyed-rows.js';
import { PageReader } from './page-reader.js';
import { type Page, type RawQuery, pageOf, readPaging } from '../paging.js';
import { hideFromReferences, References, type ShareLabels } from '../relations/references.js';
import { DEPARTMENT_ONLY, Resource } from './resource.js';
import type { KeyValues } from '../columns/row-key.js';
import { ofDepartment, withDepartment } from './row-scope.js';
import { SharedReads } from './shared-reads.js';
import { type Selection, narrowed, partsAs } from './selection.js';
import type { CrudShape, Key, Reference } from '../shape.js';
import { DeletionMarks } from '../relations/soft-delete.js';
import { Totals } from './totals.js';
import { type Branch, nested } from '../relations/tree.js';
import { labelRows } from '../relations/uses.js';
import { withoutZeroDates, withoutZeroKeys } from '../columns/zero-dates.js';

/** Id of the tenant whose callers see the rows of all tenants. */
const ALL_SEEING_TENANT = 0;

/** The only tenant whose rows a caller sees; undefined for callers of the platform, who see the rows of all tenants. */
export function tenantScopeOf({ tenantId }: Caller): number | undefined {
  // A missing caller must not read as "sees all".
  if (!Number.isSafeInteger(tenantId)) throw new Error("A tenant's rows were asked for without a caller");
  return tenantId === ALL_SEEING_TENANT ? undefined : tenantId;
}

/** Maximum number of rows in a list. */
const MAX_LIST = 5000;

/** Pages of at least this many rows are read one after another for all callers, with other work in between. */
const LONG_PAGE = 100;

/** Rows of an export that are read and sent at once. */
const BATCH = 1000;

let services = 0;

/** The additions of another module to the rows of a resource. */
export interface RowCompleter<E> {
  /** The members, for the API description. */
  added?: Record<string, Schema>;
  complete?(rows: E[], manager: EntityManager): Promise<void>;
}

/**
 * Page, list, detail, choices and export over one entity. If the entity has a `tenantId`, callers see only the rows of
 * their own tenant; that follows from the entity, so that no module can forget it.
 */
export abstract class ReadService<E extends object> {
  /**
   * Names the service in the keys of shared results: another one may select and show rows of the same table
   * differently.
   */
  private readonly id = ++services;
  protected readonly resource: Resource<E>;
  protected readonly marks: DeletionMarks<E>;
  protected readonly references: References;
  protected readonly lines: LinesOf;
  protected readonly joins: JoinsOf;
  private readonly pages: PageReader<E>;
  private readonly completers: RowCompleter<E>[] = [];

  /** Injected as a property, so that the constructors of services take only their own dependencies. */
  @Inject(SharedReads)
  protected readonly reads: SharedReads;

  @Inject(DataCipher)
  private readonly cipherOfSeals: DataCipher;

  protected readonly seals: Seals;

  protected readonly shape: CrudShape<E>;

  protected constructor(
    protected readonly rows: Repository<E>,
    given: CrudShape<E>,
  ) {
    const shape = withAdded(withDepartment(given, rows.metadata), rows.metadata, this.showsAddedFields);
    this.shape = shape;
    this.resource = new Resource(rows.metadata, shape);
    labelRows(rows.metadata, shape.label);
    this.seals = new Seals(rows.metadata, this.resource.key, () => this.cipherOfSeals);
    this.marks = new DeletionMarks(rows.metadata, shape.softDelete);
    this.references = new References(rows.metadata, this.referenced(), shape.tree);
    this.lines = new LinesOf(rows.metadata, shape.lines);
    this.joins = new JoinsOf(rows.metadata, shape.joins);
    const { link: codes, times, by, keys } = shape as CrudShape<ObjectLiteral>;
    const { metadata } = rows;
    serveRows(metadata);
    const { visibleBy } = shape;
    if (visibleBy !== undefined) {
      hideFromReferences(metadata, async (keys, caller, manager) => {
        const reach = { ...caller, dataScope: dataScopeOf(caller.grants ?? [], visibleBy) };
        const values = keys.map((key) => this.resource.key.parse(key));
        return (await this.byKeys(values, this.visible(manager, reach)).getCount()) === keys.length;
      });
    }
    if (codes) offerLink({ metadata, shape: { times, by, keys }, references: this.references, codes });
    this.pages = this.pageReader();
  }

  /** Hook: how pages are read; called once, while the service is being constructed. */
  protected pageReader(): PageReader<E> {
    const reads = () => this.reads;
    const columns = this.shape.large === undefined ? undefined : this.resource.listed;
    const keyed = new KeyedRows(this.rows, reads, this.resource.key, columns);
    return new PageReader(this.rows, reads, keyed, new Totals(reads));
  }

  /** The rows and their filters, for the API description. */
  describe(): Resource<E> {
    return this.resource;
  }

  /**
   * Whether rows have the fields that a project adds to their entity. A second resource over the entity, for more
   * callers, has none of them.
   */
  protected get showsAddedFields(): boolean {
    return false;
  }

  /** Has another module add members to rows; to be called before the first request. */
  extend(completer: RowCompleter<E>): void {
    if (completer.complete === undefined) return;
    this.completers.push(completer);
    this.resource.add(completer.added ?? {});
  }

  /** One page of the rows that match the filters. */
  async page(query: RawQuery, caller: Caller): Promise<Page<E>> {
    const paging = readPaging(query);
    const version = await this.versionFor(query, caller);
    const range = { offset: (paging.current - 1) * paging.size, size: paging.size };
    const names = { selection: this.keyOf(query, caller, version), all: this.keyOf({}, caller, version) };
    const read = () => this.pages.page(this.selection(query, caller, this.labelsFor(caller)), range, names);
    const reading = paging.size < LONG_PAGE ? read() : this.reads.bulk(readerOf(caller), read);
    const { rows, total } = await reading.catch(orIfIncomparable({ rows: [], total: 0 }));
    return pageOf(rows, total, paging);
  }

  /** All rows that match the filters, at most 5,000. */
  list(query: RawQuery, caller: Caller): Promise<E[]> {
    return this.first(query, caller, MAX_LIST);
  }

  /**
   * The rows of {@link list}, nested below their parents; one whose parent is not among them is a root.
   * @param most how many rows there are at most
   */
  async tree(caller: Caller, query: RawQuery = {}, most = MAX_LIST): Promise<Branch<E>[]> {
    return nested(await this.first(query, caller, most), this.resource.key, this.shape.tree);
  }

  /**
   * One page of a level of the tree: the roots, or the rows below the one that `below` names. With filters, or a part of
   * their names as `q`, one page of the rows that match, and the rows above them.
   * @throws AppError code 1 if `below` cannot be a key of these rows
   */
  branches(query: RawQuery, caller: Caller): Promise<Branches<E>> {
    const { current, size } = readPaging(query);
    const range = { offset: (current - 1) * size, size };
    const reader = readerOf(caller);
    const { key } = this.resource;
    const [below, q] = [single(query, 'below'), single(query, 'q')];
    const selected = this.selection(query, caller, this.labelsFor(caller));
    const source = {
      key,
      parent: this.shape.tree ?? key.properties[0] ?? '',
      selection: q === undefined ? selected : narrowed(selected, (wanted) => this.resource.named(wanted, q)),
      visible: () => this.pages.only(this.visible(this.rows.manager, caller)),
      conditionFor: (alias: string) => this.resource.rowScope.conditionFor(caller, alias),
      page: async (selection: Selection<E>, name: string) => {
        const version = await this.versionFor(query, caller);
        const names = {
          selection: `${name} ${q ?? ''} ${this.keyOf(query, caller, version)}`,
          all: this.keyOf({}, caller, version),
        };
        return this.pages.page(selection, range, names);
      },
      all: () => this.list({ orderBy: query.orderBy, order: query.order }, caller),
      raw: (wanted: SelectQueryBuilder<E>) => this.reads.rows<Record<string, unknown>>(wanted, reader),
    };
    const none = { ...pageOf<never>([], 0, { current, size }), above: [], below: [], whole: false };
    return branchesOf(source, query, below).catch(orIfIncomparable(none));
  }

  /**
   * At most 20 rows to choose from, ordered by name: rows whose names contain `q`, or rows with one of the `ids`.
   * @throws AppError code 1 if one of the `ids` cannot be a key of these rows
   */
  options(query: RawQuery, caller: Caller): Promise<Choice[]> {
    return choicesOf(query, this.resource, this.visible(this.rows.manager, caller)).catch(
      orIfIncomparable<Choice[]>([]),
    );
  }

  /**
   * One row with everything that belongs to it, read from one snapshot.
   * @throws AppError code 1 if the caller may see no such row
   */
  detail(id: Key, caller: Caller): Promise<E> {
    const { manager } = this.rows;
    const isAlone =
      !this.complete &&
      this.completers.length === 0 &&
      this.lines.none &&
      this.joins.none &&
      this.references.tableNames.length === 0;
    if (isAlone) return this.detailFrom(manager, id, caller);
    return snapshot(manager, (reading) => this.detailFrom(reading, id, caller));
  }

  private async detailFrom(manager: EntityManager, id: Key, caller: Caller): Promise<E> {
    const builder = this.byKeys([this.resource.key.parse(id)], this.visible(manager, caller));
    const row = await builder.getOne().catch(orIfIncomparable(null));
    if (row === null) throw errors.notFound(`${this.shape.label} ${id}`);
    await this.showOpened([row], caller, manager);
    await this.lines.load([row], manager);
    await this.joins.load([row], tenantScopeOf(caller), caller, manager);
    caller.tag = this.resource.tagOf(row);
    await this.lines.label(row, (row as { tenantId?: number }).tenantId ?? tenantScopeOf(caller), manager);
    this.seals.mask([row], caller);
    return row;
  }

  /**
   * Hook: adds members from elsewhere to rows that are about to be shown, with one query for all of them.
   * @param manager of the transaction in which they were read, if any
   */
  protected complete?(rows: E[], manager: EntityManager): Promise<void>;

  /**
   * All rows that match the filters, in the order of a page. The keys are looked up once, with one statement, and their
   * rows a batch at a time: rows that are changed or added meanwhile neither shift nor repeat others, and one that is
   * deleted is left out. Memory holds one batch, and eight bytes for each row if the key is a number.
   */
  async export(query: RawQuery, caller: Caller): Promise<Export> {
    const selection = this.selection(query, caller);
    const keys = await this.pages.keys(selection).catch(orIfIncomparable<KeyValues[]>([]));
    const { targetName: name } = this.rows.metadata;
    const columns = this.resource.members.filter((member) => !this.resource.concealed.includes(member));
    return { name, columns, total: keys.length, batches: this.batches(keys, selection) };
  }

  private first(query: RawQuery, caller: Caller, most: number): Promise<E[]> {
    const selection = this.selection(query, caller);
    return this.reads.bulk(selection.reader, () => this.pages.first(selection, most)).catch(orIfIncomparable<E[]>([]));
  }

  private async *batches(keys: readonly unknown[], selection: Selection<E>): AsyncIterable<E[]> {
    for (let begin = 0; begin < keys.length; begin += BATCH) {
      yield await this.reads.bulk(selection.reader, () =>
        this.pages.byKeys(keys.slice(begin, begin + BATCH), selection),
      );
    }
  }

  private selection(query: RawQuery, caller: Caller, share?: ShareLabels): Selection<E> {
    const searched = this.resource.searches(query);
    const queriesFor = (reader: Caller) => ({
      query: () => this.select(query, reader),
      all: () => this.select({}, reader),
    });
    const parts = this.resource.rowScope.partsFor(caller);
    return {
      parts: parts && partsAs(parts, queriesFor),
      order: this.resource.orderOf(query),
      bounded: searched || TIME_FILTERS.some((name) => query[name] !== undefined),
      searched,
      sorted: query.orderBy !== undefined,
      reader: readerOf(caller),
      audience: `${tenantScopeOf(caller)} ${this.seals.readableFor(caller)}`,
      complete: (rows) => this.show(rows, caller, this.rows.manager, share),
      // Last, because members after a spread are slow: docs/decisions/0053-an-object-keeps-next-tick-fast.md.
      ...queriesFor(caller),
    };
  }

  /** The rows that the caller may see and that match the filters. */
  protected select(query: RawQuery, caller: Caller): SelectQueryBuilder<E> {
    const builder = this.visible(this.rows.manager, caller);
    const { sql } = dialectOf(this.rows.manager.dataSource);
    const { filters: own, scoped, timeColumn, departmentFilter } = this.resource;
    const filters = scoped ? { ...own, ...this.tenantFilter(caller) } : own;
    applyFilters(builder, readFilters(query, filters, timeColumn, sql));
    for (const { property, hash } of this.resource.sealedFilters) {
      const value = single(query, property);
      if (value === undefined) continue;
      builder.andWhere(`${ROW}.${hash} IN (:...${hash})`, { [hash]: this.seals.hashes(property, value) });
    }
    const department = departmentFilter === undefined ? undefined : readWhole(query, departmentFilter);
    if (departmentFilter !== undefined && department !== undefined) {
      ofDepartment(builder, departmentFilter, { id: department, only: readTruth(query, DEPARTMENT_ONLY) === true });
    }
    const [key = 'id'] = this.resource.key.properties;
    for (const [name, { entity, row, other }] of Object.entries(this.shape.links ?? {})) {
      const value = readWhole(query, name);
      if (value === undefined) continue;
      const rows = builder.subQuery().select(`link.${row}`).from(entity, 'link').where(`link.${other} = :${name}`);
      builder.andWhere(`${ROW}.${key} IN ${rows.getQuery()}`, { [name]: value });
    }
    return builder;
  }

  /** The rows that the caller may see: their tenant's that their data scope reaches, except rows marked as deleted. */
  protected visible(manager: EntityManager, caller: Caller): SelectQueryBuilder<E> {
    const builder = manager.createQueryBuilder<E>(this.rows.target, ROW);
    const tenantId = this.tenantOf(caller);
    if (tenantId !== undefined) builder.andWhere(`${ROW}.tenantId = :ownTenant`, { ownTenant: tenantId });
    this.resource.rowScope.limit(builder, caller);
    this.marks.leaveOut(builder);
    return builder;
  }

  /** Limits a query to the rows that have one of these keys. */
  protected byKeys(keys: readonly KeyValues[], builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
    const { sql, parameters } = this.resource.key.condition(ROW, keys);
    return builder.andWhere(sql, parameters);
  }

  /**
   * Makes rows as a caller may see them: with members that are not columns, such as labels of what they refer to, and with
   * masks for sealed values.
   */
  protected async show(rows: E[], caller: Caller, manager: EntityManager, share?: ShareLabels): Promise<void> {
    await this.showOpened(rows, caller, manager, share);
    this.seals.mask(rows, caller);
  }

  /** The same with the sealed values. */
  private async showOpened(rows: E[], caller: Caller, manager: EntityManager, share?: ShareLabels): Promise<void> {
    const { key } = this.resource;
    for (const row of rows) {
      withoutZeroDates(row, this.rows.metadata);
      this.marks.hide(row);
      if (!key.isComposite) continue;
      Object.assign(row, { id: key.idOf(row) });
      withoutZeroKeys(row, this.rows.metadata);
    }
    this.seals.open(rows);
    await this.references.label(rows, tenantScopeOf(caller), manager, share);
    await this.completeAll(rows, manager);
  }

  /** Adds the members that the resource itself and other modules add. */
  protected async completeAll(rows: E[], manager: EntityManager): Promise<void> {
    await this.complete?.(rows, manager);
    for (const completer of this.completers) await completer.complete?.(rows, manager);
  }

  /**
   * Pages are read again and again, and mostly refer to the same rows, so their labels are shared just as counts are.
   */
  private labelsFor(caller: Caller): ShareLabels {
    const { tableNames } = this.references;
    let versions: Promise<string[]> | undefined;
    return async (table, keys, load) => {
      versions ??= this.reads.versionsOf(tableNames);
      const version = (await versions)[tableNames.indexOf(table.table)];
      const name = JSON.stringify(['labels', table, version, tenantScopeOf(caller), keys]);
      return this.reads.share(name, readerOf(caller), load);
    };
  }

  /** The references of the columns, including the parent in a tree. */
  private referenced(): Readonly<Record<string, Reference | undefined>> {
    const { references, tree, name } = this.shape;
    if (tree === undefined) return references ?? {};
    const { metadata } = this.rows;
    const column = (property = '') => metadata.findColumnWithPropertyName(property)?.databaseName ?? property;
    const [key] = this.resource.key.properties;
    const parent: Reference = {
      table: metadata.tableName,
      key: column(key),
      label: column(name ?? key),
      tenant: this.resource.scoped ? column('tenantId') : undefined,
      softDelete: this.marks.inDatabase,
    };
    return { ...references, [tree]: parent };
  }

  /** The version of everything that decides which rows the caller may see, and which of them match. */
  private async versionFor(query: RawQuery, caller: Caller): Promise<string> {
    const { rowScope, departmentFilter } = this.resource;
    const { dataSource, tableName } = this.rows.metadata;
    const ofOwners = rowScope.tableFor(caller);
    const byDepartment = departmentFilter !== undefined && query[departmentFilter] !== undefined;
    if (ofOwners === undefined && !byDepartment) return this.reads.versionOf(tableName);
    const others = [
      ...(ofOwners ? [ofOwners] : []),
      ...(byDepartment ? [ownEntity(dataSource, 'dept').tableName] : []),
    ];
    return (await this.reads.versionsOf([tableName, ...others])).join();
  }

  /**
   * Everything that a query's rows depend on: the service, the tenant, the data scope, the filters and the version of
   * the table.
   */
  private keyOf(query: RawQuery, caller: Caller, version: string): string {
    const names = [...this.resource.parameters, 'tenantId', ...TIME_FILTERS];
    const scope = this.resource.rowScope.nameFor(caller);
    const readable = this.seals.readableFor(caller);
    return JSON.stringify([this.id, version, this.tenantOf(caller), names.map((name) => query[name]), scope, readable]);
  }

  /** The tenant that the caller is limited to; undefined if they see all rows. */
  private tenantOf(caller: Caller): number | undefined {
    return this.resource.scoped ? tenantScopeOf(caller) : undefined;
  }

  private tenantFilter(caller: Caller): FilterShape {
    return caller.tenantId === ALL_SEEING_TENANT ? { tenantId: 'int' } : {};
  }
}

/** Handles the error for text that the character set of a column cannot hold: no row has it. */
export function orIfIncomparable<T>(none: T): (error: unknown) => T {
  return (error) => {
    if (isIncomparable(error)) return none;
    throw error;
  };
}
