import { type FindOptionsWhere, In, type Repository, type SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../access/caller.js';
import { errors } from '../errors/errors.js';
import { type FilterShape, ROW, applyFilters, filterKindOf, readFilters } from './filters.js';
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
}

/** Id of the tenant whose callers see the rows of all tenants (contract §6). */
const ALL_SEEING_TENANT = 0;

/** Most rows of a list (contract §6). */
const MAX_LIST = 5000;

/** From this offset on the start of a page is looked up once and shared, instead of counted off for every caller. */
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
        .map(({ propertyName, type }) => [propertyName, filterKindOf(type)]),
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

  /** One page of the rows that the filters leave (interface §2.2). */
  async page(query: RawQuery, caller: Caller): Promise<Page<E>> {
    const paging = readPaging(query);
    const version = await this.reads.versionOf(this.rows.metadata.tableName);
    const select = () => this.select(query, caller);
    const key = this.keyOf(select(), version);
    const total = await this.reads.share(`count ${key}`, () => select().getCount());
    const offset = (paging.current - 1) * paging.size;
    const records = offset > total + DEEP_OFFSET ? [] : await this.recordsAt(offset, paging.size, query, select, key);
    await this.complete?.(records);
    return pageOf(records, Math.max(total, records.length > 0 ? offset + records.length : 0), paging);
  }

  /** All rows that the filters leave, at most 5,000. */
  async list(query: RawQuery, caller: Caller): Promise<E[]> {
    const rows = await this.ordered(this.select(query, caller), this.orderOf(query)).limit(MAX_LIST).getMany();
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
      const batch = await this.select(query, caller)
        .andWhere(`${ROW}.id < :before`, { before })
        .orderBy(`${ROW}.id`, 'DESC')
        .limit(size)
        .getMany();
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

  private async recordsAt(
    offset: number,
    size: number,
    query: RawQuery,
    select: () => SelectQueryBuilder<E>,
    key: string,
  ): Promise<E[]> {
    const order = this.orderOf(query);
    if (offset < DEEP_OFFSET || order !== this.order)
      return this.ordered(select(), order).offset(offset).limit(size).getMany();
    const start = await this.reads.share(`start ${offset} ${key}`, () =>
      this.ordered(select(), order)
        .select(order.map(([property]) => `${ROW}.${property}`))
        .offset(offset)
        .limit(1)
        .getOne(),
    );
    if (start === null) return [];
    return this.ordered(from(select(), order, start), order)
      .limit(size)
      .getMany();
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

  private keyOf(builder: SelectQueryBuilder<E>, version: string): string {
    return JSON.stringify([version, builder.getQueryAndParameters()]);
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

/** The rows at and after a row in an order. */
function from<E extends object>(builder: SelectQueryBuilder<E>, order: Order<E>, start: E): SelectQueryBuilder<E> {
  const [first, second] = order;
  const compare = (direction: 'ASC' | 'DESC') => (direction === 'ASC' ? '>' : '<');
  if (first && second === undefined) {
    return builder.andWhere(`${ROW}.${first[0]} ${compare(first[1])}= :start0`, { start0: start[first[0]] });
  }
  if (first && second) {
    const parameters = { start0: start[first[0]], start1: start[second[0]] };
    const before = `${ROW}.${first[0]} ${compare(first[1])}`;
    const tie = `${ROW}.${second[0]} ${compare(second[1])}= :start1`;
    // The first condition alone is what the index answers.
    return builder.andWhere(`${before}= :start0 AND (${before} :start0 OR ${tie})`, parameters);
  }
  return builder;
}
