import { type EntityMetadata, type FindOptionsWhere, In, type Repository, type SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../access/caller.js';
import type { Schema } from '../docs/schema.js';
import { errors } from '../errors/errors.js';
import { type FilterShape, ROW, TIME_FILTERS, applyFilters, filterKindOf, readFilters } from './filters.js';
import { type Page, type RawQuery, pageOf, readPaging } from './paging.js';
import type { SharedReads } from './shared-reads.js';

/** Value of a key column; a whole number that JavaScript would round is a string. */
export type Key = number | string;

/** A row with an id, as every resource has. */
export interface Row {
  id: Key;
}

type Property<E> = string & keyof E;
type Order<E> = [property: Property<E>, direction: 'ASC' | 'DESC'][];

/** What a resource says of itself; everything else is the same for all. */
export interface CrudShape<E> {
  /** Name of one row, for messages: "Configuration group". */
  label: string;
  /** Properties that page and list may be filtered by. */
  filters: Property<E>[];
  /** Message for a row whose unique key is taken. */
  duplicate?: string;
  /** Property that `startTime` and `endTime` bound; by default createdAt. */
  timeColumn?: Property<E>;
  /** Order without `orderBy`; by default `sort` and id where there is a `sort`, else newest first. */
  order?: Order<E>;
  /** Members that `complete` adds to rows, for the API description. */
  added?: Record<string, Schema>;
}

/** What the API description tells of a resource. */
export interface Resource {
  label: string;
  entity: EntityMetadata;
  added?: Record<string, Schema>;
  filters: FilterShape;
  /** Property that `startTime` and `endTime` bound; undefined where the entity has none. */
  timeColumn: string | undefined;
  sortable: string[];
  /** Whether rows belong to tenants, so that the platform's callers may filter by one. */
  scoped: boolean;
}

/** Id of the tenant whose callers see the rows of all tenants (contract §6). */
const ALL_SEEING_TENANT = 0;

/** Most rows of a list (contract §6). */
const MAX_LIST = 5000;

/** A search that finds no more keys than these needs no count beside it. */
const FEW = 1000;

/** From this offset on the rows of a page are looked up once and shared, instead of counted off for every caller. */
const DEEP_OFFSET = 1000;

/**
 * Page, list and detail over one entity (contract §6). Rows of an entity that has a `tenantId` are the caller's tenant's
 * alone; that follows from the entity, so that no module can forget it.
 */
export abstract class ReadService<E extends object> {
  private readonly filters: FilterShape;
  private readonly sortable: Set<string>;
  private readonly key: Property<E>;
  /** Whether rows belong to tenants: the entity has a `tenantId`. */
  protected readonly scoped: boolean;
  private readonly order: Order<E>;
  /** Property that `startTime` and `endTime` bound; undefined where the entity has none. */
  private readonly timeColumn: string | undefined;

  protected constructor(
    protected readonly rows: Repository<E>,
    protected readonly reads: SharedReads,
    protected readonly shape: CrudShape<E>,
  ) {
    const columns = rows.metadata.columns.filter(({ isSelect }) => isSelect);
    const has = (name: string) => columns.some(({ propertyName }) => propertyName === name);
    this.filters = Object.fromEntries(
      columns
        .filter(({ propertyName }) => shape.filters.includes(propertyName as Property<E>))
        .map((column) => [column.propertyName, filterKindOf(column)]),
    );
    this.sortable = new Set(columns.map(({ propertyName }) => propertyName));
    this.scoped = has('tenantId');
    this.key = (rows.metadata.primaryColumns[0]?.propertyName ?? 'id') as Property<E>;
    const time = shape.timeColumn ?? 'createdAt';
    this.timeColumn = columns.find(
      ({ propertyName, type }) => propertyName === time && type === 'datetime',
    )?.propertyName;
    const newestFirst: Order<E> = [[this.key, 'DESC']];
    const bySort = [
      ['sort', 'ASC'],
      [this.key, 'ASC'],
    ] as Order<E>;
    this.order = shape.order ?? (has('sort') ? bySort : newestFirst);
  }

  /** What the API description tells of the rows and their filters. */
  describe(): Resource {
    const { label, added } = this.shape;
    const { filters, scoped, timeColumn } = this;
    return { label, added, timeColumn, filters, scoped, entity: this.rows.metadata, sortable: [...this.sortable] };
  }

  /** One page of the rows that the filters leave (interface §2.2). */
  async page(query: RawQuery, caller: Caller): Promise<Page<E>> {
    const paging = readPaging(query);
    const version = await this.reads.versionOf(this.rows.metadata.tableName);
    const key = this.keyOf(query, caller, version);
    const offset = (paging.current - 1) * paging.size;
    let found: unknown[] | undefined;
    const total = await this.reads.share(`count ${key}`, async () => {
      if (this.searches(query)) {
        found = await this.keysOf(this.select(query, caller).limit(FEW + 1), this.orderOf(query));
        if (found.length <= FEW) return found.length;
      }
      return this.count(this.select(query, caller));
    });
    if (found && (found.length <= FEW || offset + paging.size <= FEW)) {
      const rows = await this.readByKey(found.slice(offset, offset + paging.size), this.orderOf(query));
      await this.complete?.(rows);
      return pageOf(rows, total, paging);
    }
    const records = offset > total + DEEP_OFFSET ? [] : await this.recordsAt(offset, paging.size, query, caller, key);
    return pageOf(records, Math.max(total, records.length > 0 ? offset + records.length : 0), paging);
  }

  /** All rows that the filters leave, at most 5,000. */
  async list(query: RawQuery, caller: Caller): Promise<E[]> {
    const rows = await this.find(query, this.orderOf(query), this.select(query, caller).limit(MAX_LIST));
    await this.complete?.(rows);
    return rows;
  }

  /** @throws AppError code 1 when there is no such row for the caller */
  async detail(id: Key, caller: Caller): Promise<E> {
    const row = await this.rows.findOneBy(this.own([id], caller));
    if (row === null) throw errors.notFound(`${this.shape.label} ${id}`);
    await this.complete?.([row]);
    return row;
  }

  /** Hook: adds to rows that are about to be shown what is not in their table, with one query for all of them. */
  protected complete?(rows: E[]): Promise<void>;

  /**
   * All rows that the filters leave, in the order of their ids from the newest on, a batch at a time.
   * @throws AppError code 1 for a filter that does not hold, before the first row is read
   */
  batches(query: RawQuery, caller: Caller, size = 1000): AsyncIterable<E[]> {
    this.select(query, caller);
    return this.readBatches(query, caller, size);
  }

  private async *readBatches(query: RawQuery, caller: Caller, size: number): AsyncIterable<E[]> {
    for (let before: Key = Number.MAX_SAFE_INTEGER; ;) {
      const older = this.select(query, caller).andWhere(`${ROW}.id < :before`, { before });
      const batch = await this.find(query, [[this.key, 'DESC']], older.limit(size));
      if (batch.length > 0) yield batch;
      const last = batch.at(-1);
      if (last === undefined || batch.length < size) return;
      before = (last as unknown as Row).id;
    }
  }

  /** The rows that the caller may see and the filters leave. */
  protected select(query: RawQuery, caller: Caller): SelectQueryBuilder<E> {
    const builder = this.rows.createQueryBuilder(ROW);
    const mysql = this.rows.manager.dataSource.options.type === 'mysql';
    const filters = this.scoped ? { ...this.filters, ...this.tenantFilter(caller) } : this.filters;
    applyFilters(builder, readFilters(query, filters, this.timeColumn, mysql));
    const tenantId = this.tenantOf(caller);
    if (tenantId !== undefined) builder.andWhere(`${ROW}.tenantId = :ownTenant`, { ownTenant: tenantId });
    return builder;
  }

  private recordsAt(offset: number, size: number, query: RawQuery, caller: Caller, key: string): Promise<E[]> {
    const order = this.orderOf(query);
    const page = `${order.join()} ${offset} ${size} ${key}`;
    const wanted = () => this.select(query, caller).offset(offset).limit(size);
    return this.reads.together(`page ${page}`, async () => {
      const deep = offset >= DEEP_OFFSET;
      const keys = deep && (await this.reads.share(`keys ${page}`, () => this.keysOf(wanted(), order)));
      const rows = keys ? await this.readByKey(keys, order) : await this.find(query, order, wanted());
      await this.complete?.(rows);
      return rows;
    });
  }

  private async count(builder: SelectQueryBuilder<E>): Promise<number> {
    const [row] = await this.reads.rows<{ total: number | string }>(builder.select('COUNT(1)', 'total'));
    return Number(row?.total);
  }

  /** Reads rows straight where they follow each other in an index; those that must be searched for, by their keys. */
  private async find(query: RawQuery, order: Order<E>, wanted: SelectQueryBuilder<E>): Promise<E[]> {
    if (this.searches(query) || query.orderBy !== undefined)
      return this.readByKey(await this.keysOf(wanted, order), order);
    return this.ordered(wanted, order).getMany();
  }

  /** Whether a query asks for what is spread over the table, instead of the next rows of an order. */
  private searches(query: RawQuery): boolean {
    return Object.keys(this.filters).some((name) => query[name] !== undefined);
  }

  /** The keys alone of the rows that are wanted: a search reads them in an index, and no whole row only to skip it. */
  private async keysOf(wanted: SelectQueryBuilder<E>, order: Order<E>): Promise<unknown[]> {
    const keys = this.ordered(wanted.select(`${ROW}.${this.key}`, 'key'), order);
    return (await this.reads.rows<{ key: unknown }>(keys)).map(({ key }) => key);
  }

  private async readByKey(keys: unknown[], order: Order<E>): Promise<E[]> {
    if (keys.length === 0) return [];
    const rows = this.rows.createQueryBuilder(ROW).where(`${ROW}.${this.key} IN (:...keys)`, { keys });
    return this.ordered(rows, order).getMany();
  }

  private orderOf({ orderBy, order }: RawQuery): Order<E> {
    const direction = order ?? 'asc';
    if (typeof orderBy !== 'string' || !this.sortable.has(orderBy)) return this.order;
    if (direction !== 'asc' && direction !== 'desc') return this.order;
    const upper = direction === 'asc' ? 'ASC' : 'DESC';
    const first = orderBy as Property<E>;
    return first === this.key
      ? [[first, upper]]
      : [
          [first, upper],
          [this.key, upper],
        ];
  }

  private ordered(builder: SelectQueryBuilder<E>, order: Order<E>): SelectQueryBuilder<E> {
    for (const [property, direction] of order) builder.addOrderBy(`${ROW}.${property}`, direction);
    return builder;
  }

  /** What the rows of a query depend on: whose they are, what they are filtered by, and their table's version. */
  private keyOf(query: RawQuery, caller: Caller, version: string): string {
    const names = [...Object.keys(this.filters), 'tenantId', ...TIME_FILTERS];
    return JSON.stringify([
      this.rows.metadata.tableName,
      version,
      this.tenantOf(caller),
      names.map((name) => query[name]),
    ]);
  }

  /** Condition for rows by id, of those that the caller may see. */
  protected own(ids: Key[], caller: Caller): FindOptionsWhere<E> {
    const tenantId = this.tenantOf(caller);
    return { id: In(ids), ...(tenantId === undefined ? {} : { tenantId }) } as unknown as FindOptionsWhere<E>;
  }

  /** The tenant that the caller is kept to; undefined where they see all. */
  private tenantOf(caller: Caller): number | undefined {
    if (!this.scoped) return undefined;
    // A missing caller must not read as "sees all".
    if (!Number.isSafeInteger(caller.tenantId)) throw new Error("A tenant's rows were asked for without a caller");
    return caller.tenantId === ALL_SEEING_TENANT ? undefined : caller.tenantId;
  }

  private tenantFilter(caller: Caller): FilterShape {
    return caller.tenantId === ALL_SEEING_TENANT ? { tenantId: 'int' } : {};
  }
}
