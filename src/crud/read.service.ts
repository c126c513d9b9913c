import { Inject } from '@nestjs/common';
import {
  type EntityManager,
  type EntityMetadata,
  type EntityTarget,
  type FindOptionsWhere,
  In,
  type ObjectLiteral,
  type Repository,
  type SelectQueryBuilder,
} from 'typeorm';
import { errors } from '../core/errors.js';
import { dialectOf } from '../database/dialects/dialects.js';
import type { Schema } from '../http/description/schema.js';
import type { Caller } from '../http/request/caller.js';
import { columnTypeOf } from './column-types.js';
import type { Export } from './csv.js';
import { type FilterShape, ROW, TIME_FILTERS, applyFilters, readFilters, readWhole } from './filters.js';
import { type Order, PageReader, type Selection } from './page-reader.js';
import { type Page, type RawQuery, pageOf, readPaging } from './paging.js';
import { SharedReads } from './shared-reads.js';

/** Value of a key column; a whole number that JavaScript would round is a string. */
export type Key = number | string;

/** A row with an id, as every resource has. */
export interface Row {
  id: Key;
}

type Property<E> = string & keyof E;

/** A table that links rows to others: `{ entity: UserRole, row: 'userId', other: 'roleId' }`. */
export interface Link {
  entity: EntityTarget<ObjectLiteral>;
  /** Property with the key of the row. */
  row: string;
  /** Property with the number that is filtered by. */
  other: string;
}

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
  /** Filters by whole numbers that another table holds of a row. */
  links?: Record<string, Link>;
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

/** Id of the tenant whose callers see the rows of all tenants. */
const ALL_SEEING_TENANT = 0;

/** The tenant whose rows alone a caller sees; undefined for callers of the platform, who see those of all tenants. */
export function tenantScopeOf({ tenantId }: Caller): number | undefined {
  // A missing caller must not read as "sees all".
  if (!Number.isSafeInteger(tenantId)) throw new Error("A tenant's rows were asked for without a caller");
  return tenantId === ALL_SEEING_TENANT ? undefined : tenantId;
}

/** Most rows of a list. */
const MAX_LIST = 5000;

/** Rows of an export that are read and sent at once. */
const BATCH = 1000;

/**
 * Page, list, detail and export over one entity. Rows of an entity that has a `tenantId` are the caller's tenant's
 * alone; that follows from the entity, so that no module can forget it.
 */
export abstract class ReadService<E extends object> {
  private readonly filters: FilterShape;
  private readonly linked: FilterShape;
  private readonly sortable: Set<string>;
  private readonly key: Property<E>;
  /** Whether rows belong to tenants: the entity has a `tenantId`. */
  protected readonly scoped: boolean;
  private readonly order: Order<E>;
  /** What the API shows of a row: its columns but those that are never selected, then what `complete` adds. */
  protected readonly members: Property<E>[];
  /** Property that `startTime` and `endTime` bound; undefined where the entity has none. */
  private readonly timeColumn: string | undefined;
  private readonly pages: PageReader<E>;

  /** Injected past the constructor, so that services have their own dependencies there alone. */
  @Inject(SharedReads)
  protected readonly reads: SharedReads;

  protected constructor(
    protected readonly rows: Repository<E>,
    protected readonly shape: CrudShape<E>,
  ) {
    const columns = rows.metadata.columns.filter(({ isSelect }) => isSelect);
    const has = (name: string) => columns.some(({ propertyName }) => propertyName === name);
    this.filters = Object.fromEntries(
      columns
        .filter(({ propertyName }) => shape.filters.includes(propertyName as Property<E>))
        .map((column) => [column.propertyName, columnTypeOf(column).filter]),
    );
    this.linked = Object.fromEntries(Object.keys(shape.links ?? {}).map((name) => [name, 'int']));
    this.sortable = new Set(columns.map(({ propertyName }) => propertyName));
    this.members = [...this.sortable, ...Object.keys(shape.added ?? {})] as Property<E>[];
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
    this.pages = new PageReader(
      rows,
      () => this.reads,
      this.key,
      async (found) => this.complete?.(found, rows.manager),
    );
  }

  /** What the API description tells of the rows and their filters. */
  describe(): Resource {
    const { label, added } = this.shape;
    const { scoped, timeColumn } = this;
    const filters = { ...this.filters, ...this.linked };
    return { label, added, timeColumn, filters, scoped, entity: this.rows.metadata, sortable: [...this.sortable] };
  }

  /** One page of the rows that the filters leave. */
  async page(query: RawQuery, caller: Caller): Promise<Page<E>> {
    const paging = readPaging(query);
    const version = await this.reads.versionOf(this.rows.metadata.tableName);
    const range = { offset: (paging.current - 1) * paging.size, size: paging.size };
    const name = this.keyOf(query, caller, version);
    const { rows, total } = await this.pages.page(this.selection(query, caller), range, name);
    return pageOf(rows, total, paging);
  }

  /** All rows that the filters leave, at most 5,000. */
  async list(query: RawQuery, caller: Caller): Promise<E[]> {
    return this.reads.bulk(caller, () => this.pages.first(this.selection(query, caller), MAX_LIST));
  }

  /** @throws AppError code 1 when there is no such row for the caller */
  async detail(id: Key, caller: Caller): Promise<E> {
    const row = await this.rows.findOneBy(this.own([id], caller));
    if (row === null) throw errors.notFound(`${this.shape.label} ${id}`);
    await this.complete?.([row], this.rows.manager);
    return row;
  }

  /**
   * Hook: adds to rows that are about to be shown what is not in their table, with one query for all of them.
   * @param manager of the transaction in which they were read, if any
   */
  protected complete?(rows: E[], manager: EntityManager): Promise<void>;

  /**
   * All rows that the filters leave, in the order of a page. The keys are looked up once, with one statement, and the
   * rows behind them a batch at a time: rows that change or come meanwhile neither shift nor repeat others, and one that
   * goes is left out. Memory holds a batch, and eight bytes for each row where the key is a number.
   */
  async export(query: RawQuery, caller: Caller): Promise<Export> {
    const selection = this.selection(query, caller);
    const keys = await this.pages.keys(selection);
    const { targetName: name } = this.rows.metadata;
    return { name, columns: this.members, total: keys.length, batches: this.batches(keys, selection.order, caller) };
  }

  private async *batches(keys: unknown[], order: Order<E>, caller: Caller): AsyncIterable<E[]> {
    for (let begin = 0; begin < keys.length; begin += BATCH) {
      yield await this.reads.bulk(caller, () => this.pages.byKeys(keys.slice(begin, begin + BATCH), order));
    }
  }

  private selection(query: RawQuery, caller: Caller): Selection<E> {
    return {
      query: () => this.select(query, caller),
      order: this.orderOf(query),
      searched: this.searches(query),
      sorted: query.orderBy !== undefined,
      reader: { userId: caller.userId, lifetime: caller.lifetime },
    };
  }

  /** The rows that the caller may see and the filters leave. */
  protected select(query: RawQuery, caller: Caller): SelectQueryBuilder<E> {
    const builder = this.rows.createQueryBuilder(ROW);
    const { sql } = dialectOf(this.rows.manager.dataSource);
    const filters = this.scoped ? { ...this.filters, ...this.tenantFilter(caller) } : this.filters;
    applyFilters(builder, readFilters(query, filters, this.timeColumn, sql));
    for (const [name, { entity, row, other }] of Object.entries(this.shape.links ?? {})) {
      const value = readWhole(query, name);
      if (value === undefined) continue;
      const rows = builder.subQuery().select(`link.${row}`).from(entity, 'link').where(`link.${other} = :${name}`);
      builder.andWhere(`${ROW}.${this.key} IN ${rows.getQuery()}`, { [name]: value });
    }
    const tenantId = this.tenantOf(caller);
    if (tenantId !== undefined) builder.andWhere(`${ROW}.tenantId = :ownTenant`, { ownTenant: tenantId });
    return builder;
  }

  /** Whether a query asks for what is spread over the table, instead of the next rows of an order. */
  private searches(query: RawQuery): boolean {
    return Object.keys({ ...this.filters, ...this.linked }).some((name) => query[name] !== undefined);
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

  /** What the rows of a query depend on: whose they are, what they are filtered by, and their table's version. */
  private keyOf(query: RawQuery, caller: Caller, version: string): string {
    const names = [...Object.keys(this.filters), ...Object.keys(this.linked), 'tenantId', ...TIME_FILTERS];
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
    return this.scoped ? tenantScopeOf(caller) : undefined;
  }

  private tenantFilter(caller: Caller): FilterShape {
    return caller.tenantId === ALL_SEEING_TENANT ? { tenantId: 'int' } : {};
  }
}
