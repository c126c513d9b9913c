import type { EntityMetadata, EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type SealedColumn, concealedProperties, sealedColumns } from '../../database/entities/hidden-columns.js';
import { dialectOf } from '../../database/dialects/dialects.js';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { type Schema, listOf, orNull } from '../../http/description/json-schema.js';
import { columnTypeOf } from '../columns/column-types.js';
import type { FilterKind } from '../columns/filter-kinds.js';
import { type FilterShape, ROW, escapeLike, parametersOf } from '../columns/filters.js';
import { tagOf } from '../../http/envelope/entity-tag.js';
import { labelMember } from '../relations/references.js';
import { RowKey } from '../columns/row-key.js';
import { RowScope } from './row-scope.js';
import type { CrudShape, Reference, Property, SortOrder } from '../shape.js';

/** Parameter that makes a filter by a department leave out the departments below it. */
export const DEPARTMENT_ONLY = 'deptOnly';

/** Everything that an entity and the shape of its resource imply, determined once. */
export class Resource<E extends object> {
  readonly key: RowKey;
  /** Columns that page and list may be filtered by. */
  readonly filters: FilterShape;
  /** Whose the rows are. */
  readonly rowScope: RowScope<E>;
  /** Property that rows may be filtered by with the departments below; see {@link DEPARTMENT_ONLY}. */
  readonly departmentFilter: string | undefined;
  /** Filters by values in another table. */
  readonly linked: FilterShape;
  readonly sortable: ReadonlySet<string>;
  /** Whether rows belong to tenants: the entity has a `tenantId`, a whole number. */
  readonly scoped: boolean;
  /** Property that `startTime` and `endTime` bound; undefined if the entity has none. */
  readonly timeColumn: string | undefined;
  /** Columns that a caller may see, except those that only a detail shows. */
  readonly listed: Property<E>[];
  /** Members of a row in page, list and export. */
  readonly members: Property<E>[];
  /** Columns that are written and never read. */
  readonly secrets: string[];
  /** Columns and lines that requests may have and rows may show, but logs and exports do not. */
  readonly concealed: readonly string[];
  /** Sealed columns that rows may be filtered by, with the properties of their hashes. */
  readonly sealedFilters: readonly SealedColumn[];
  /** Members of a row that the operation log records. */
  readonly recorded: Property<E>[];
  /** Members whose values make up the version of a row, which its tag stands for. */
  private readonly versioned: Property<E>[];
  private readonly addedByOthers: Record<string, Schema> = {};
  /** Every parameter that rows can be filtered by, except the tenant and the time of creation. */
  readonly parameters: string[];
  readonly order: SortOrder<E>;

  constructor(
    readonly entity: EntityMetadata,
    readonly shape: CrudShape<E>,
  ) {
    const { added = {}, large = [], links = {}, lines = {}, joins = {}, softDelete } = shape;
    const columns = entity.columns.filter((column) => column.isSelect && column.propertyName !== softDelete?.property);
    const names = columns.map(({ propertyName }) => propertyName as Property<E>);
    const concealed = concealedProperties(entity);
    const linesWithConcealed = Object.keys(lines).filter((member) => concealsOf(entity, lines[member]?.entity));
    this.concealed = [...concealed, ...linesWithConcealed];
    this.sealedFilters = sealedColumns(entity).filter(({ property }) =>
      shape.filters.includes(property as Property<E>),
    );
    assertConcealed(shape, concealed, this.sealedFilters, entity);
    this.key = new RowKey(entity);
    this.rowScope = new RowScope(entity, shape);
    const { [this.rowScope.department ?? '']: ofDepartment, ...filters } = filtersOf(
      columns.filter(({ propertyName }) => !concealed.includes(propertyName)),
      shape,
    );
    this.filters = filters;
    this.departmentFilter = ofDepartment && this.rowScope.department;
    this.linked = Object.fromEntries(Object.keys(links).map((name) => [name, 'int']));
    const department = this.departmentFilter === undefined ? [] : [this.departmentFilter, DEPARTMENT_ONLY];
    const sealed = this.sealedFilters.map(({ property }) => property);
    this.parameters = [...parametersOf({ ...this.filters, ...this.linked }), ...sealed, ...department];
    this.listed = names.filter((name) => !large.includes(name));
    this.sortable = new Set(this.listed.filter((name) => !concealed.includes(name)));
    this.scoped = columns.some((column) => column.propertyName === 'tenantId' && columnTypeOf(column).whole);
    const id = this.key.isComposite ? ['id'] : [];
    this.members = [
      ...id,
      ...this.listed,
      ...this.referring().map(labelMember),
      ...Object.keys(added),
    ] as Property<E>[];
    this.secrets = entity.columns.filter(({ isSelect }) => !isSelect).map(({ propertyName }) => propertyName);
    this.recorded = [...names, ...Object.keys(added), ...Object.keys({ ...lines, ...joins })] as Property<E>[];
    this.versioned = this.recorded.filter((name) => !shape.incidental?.includes(name));
    const time = shape.timeColumn ?? shape.times?.created ?? 'createdAt';
    this.timeColumn = columns.find(
      ({ propertyName, type }) => propertyName === time && type === 'datetime',
    )?.propertyName;
    this.order = shape.order ?? this.usualOrder();
  }

  /** Adds members that another module adds to rows. @throws Error for one that rows have already */
  add(added: Record<string, Schema>): void {
    for (const name of Object.keys(added)) {
      if (this.recorded.includes(name as Property<E>) || this.members.includes(name as Property<E>)) {
        throw new Error(`Rows of ${this.entity.name} already have a member ${name}`);
      }
      for (const list of [this.members, this.recorded, this.versioned]) list.push(name as Property<E>);
    }
    Object.assign(this.addedByOthers, added);
  }

  /** The tag of a row that has all its recorded members, before labels are added to its lines. */
  tagOf(row: E): string {
    return tagOf(this.versioned.map((name) => row[name] ?? null));
  }

  /** The order that a query asks for; the usual one if it asks for none or an invalid one. */
  orderOf({ orderBy, order = 'asc' }: Record<string, unknown>): SortOrder<E> {
    if (order !== 'asc' && order !== 'desc') return this.order;
    const direction = order === 'asc' ? 'ASC' : 'DESC';
    if (orderBy === 'id' && this.key.isComposite) return this.byKey(direction);
    if (typeof orderBy !== 'string' || !this.sortable.has(orderBy)) return this.order;
    const first = orderBy as Property<E>;
    return [[first, direction], ...this.byKey(direction).filter(([property]) => property !== first)];
  }

  /** Whether a query asks for rows that are spread over the table, rather than the next ones in some order. */
  searches(query: Record<string, unknown>): boolean {
    return this.parameters.some((name) => query[name] !== undefined);
  }

  /** The property that names a row to people. */
  get name(): string {
    return this.shape.name ?? this.key.properties[0] ?? '';
  }

  /** Limits a query to the rows whose names contain a text. */
  named(builder: SelectQueryBuilder<E>, text: string): SelectQueryBuilder<E> {
    const { sql } = dialectOf(this.entity.dataSource);
    return builder.andWhere(sql.contains(sql.asText(`${ROW}.${this.name}`), 'wanted'), {
      wanted: `%${escapeLike(text)}%`,
    });
  }

  /** Members of rows beyond their columns, for the API description. */
  addedSchemas(): Record<string, Schema> {
    const { added = {}, lines = {}, joins = {} } = this.shape;
    const id: Record<string, Schema> = this.key.isComposite
      ? { id: { type: 'string', description: `The key: ${this.key.properties.join(' and ')}`, example: '7,en' } }
      : {};
    return {
      ...id,
      ...Object.fromEntries(this.referring().map((property) => [labelMember(property), this.labelSchema(property)])),
      ...Object.fromEntries(Object.keys(lines).map((member) => [member, listOf({ type: 'object' })])),
      ...Object.fromEntries(Object.keys(joins).flatMap(joinedSchemas)),
      ...added,
      ...this.addedByOthers,
    };
  }

  /** Members that only a detail has. */
  get detailed(): string[] {
    const { large = [], lines = {}, joins = {} } = this.shape;
    return [...large, ...Object.keys(lines), ...Object.keys(joins).flatMap((member) => [member, labelMember(member)])];
  }

  private labelSchema(property: string): Schema {
    const description = 'What the row refers to';
    return orNull(
      isList(this.shape, property) ? { ...listOf({ type: 'string' }), description } : { type: 'string', description },
    );
  }

  /** The properties that refer to rows. */
  private referring(): string[] {
    const { references = {}, tree } = this.shape;
    const properties = Object.keys(references);
    return [...properties, ...(tree === undefined || properties.includes(tree) ? [] : [tree])];
  }

  private usualOrder(): SortOrder<E> {
    if (this.key.properties.length === 0) return this.listed.map((property) => [property, 'ASC']);
    const sort = 'sort' as Property<E>;
    return this.listed.includes(sort) ? [[sort, 'ASC'], ...this.byKey('ASC')] : this.byKey('DESC');
  }

  private byKey(direction: 'ASC' | 'DESC'): SortOrder<E> {
    const { properties } = this.key;
    return (properties.length === 0 ? this.listed : properties).map((property) => [property as Property<E>, direction]);
  }
}

/** Whether an entity has concealed columns. @throws Error for sealed ones, which only rows of their own may have */
function concealsOf({ dataSource }: EntityMetadata, lines: EntityTarget<ObjectLiteral> | undefined): boolean {
  const metadata = lines === undefined ? undefined : dataSource.getMetadata(lines);
  if (metadata && sealedColumns(metadata).length > 0) throw new Error(`Lines cannot be sealed, as in ${metadata.name}`);
  return metadata !== undefined && concealedProperties(metadata).length > 0;
}

/** @throws Error if a shape shows a concealed column in a way in which nobody may see it */
function assertConcealed<E>(
  { filters, order = [], name }: CrudShape<E>,
  concealed: readonly string[],
  sealed: readonly SealedColumn[],
  { name: entity }: EntityMetadata,
): void {
  const filtered = filters.filter((filter) => !sealed.some(({ property }) => property === filter));
  const shown = [...filtered, ...order.map(([property]) => property), ...(name ? [name] : [])];
  const problem = shown.find((property) => concealed.includes(property));
  if (problem)
    throw new Error(`${entity}.${problem} is concealed: rows can be neither filtered, ordered nor named by it`);
}

/** How a whole text is compared, where others are searched for a part. */
const WHOLE: Partial<Record<FilterKind, FilterKind>> = { text: 'exact', bytes: 'exactBytes' };

/** The keys of the rows that are joined to a row, and their labels. */
function joinedSchemas(member: string): [member: string, schema: Schema][] {
  const keys = listOf({ oneOf: [{ type: 'integer' }, { type: 'string' }] });
  return [
    [member, { ...keys, description: 'Keys of the rows that are joined to it, for callers who may list the links' }],
    [labelMember(member), { ...listOf({ type: 'string' }), description: 'What these rows are called' }],
  ];
}

/** The filters of a shape by kind; a reference is compared as a whole, as other keys may begin with the same characters. */
function filtersOf<E>(columns: readonly ColumnMetadata[], shape: CrudShape<E>): FilterShape {
  const { filters, references = {} } = shape;
  const filtered = columns.filter(({ propertyName }) => filters.includes(propertyName as Property<E>));
  return Object.fromEntries(
    filtered.map((column) => {
      const { filter } = columnTypeOf(column);
      const isReference = Object.hasOwn(references, column.propertyName) && !isList(shape, column.propertyName);
      return [column.propertyName, (isReference && WHOLE[filter]) || filter];
    }),
  );
}

/** Whether a property holds the keys of several rows. */
function isList<E>({ references = {} }: CrudShape<E>, property: string): boolean {
  const reference = (references as Record<string, Reference | undefined>)[property];
  return reference !== undefined && 'list' in reference && reference.list === true;
}
