import type { EntityMetadata, SelectQueryBuilder } from 'typeorm';
import { digestOf } from '../../core/digest.js';
import { ownEntity } from '../../database/entities/own-tables.js';
import type { Caller } from '../../http/request/caller.js';
import type { DepartmentScope } from '../../http/request/data-scope.js';
import { columnTypeOf } from '../columns/column-types.js';
import { type Condition, ROW } from '../columns/filters.js';
import type { CrudShape, Reference } from '../shape.js';
import type { SelectionParts } from './selection.js';

/** The parts of a shape that say whose its rows are. */
type ScopedShape<E> = Pick<CrudShape<E>, 'dataScope' | 'dept' | 'owner' | 'by' | 'references'>;

/** Longest list of departments that is written out to identify a scope. */
const MOST_SPELT = 20;

/**
 * Up to this many departments are read one by one: an index has the newest rows of each at its end, and nothing needs
 * sorting.
 */
const MOST_APART = 5;

/** Longest list of departments for which there are parts: these repeat it, and SQLite takes 32,766 parameters. */
const MOST_IN_PARTS = 5000;

/**
 * Which rows of an entity a caller's data scope reaches (docs/security.md, Data scope). That follows from the entity, as
 * with tenants: its rows belong to departments if it has a `deptId`, and to users if a column names who created them.
 */
export class RowScope<E extends object> {
  /** Property with the department of a row; undefined if rows have none. */
  readonly department: string | undefined;
  /** Property with the user whose row it is; undefined if rows have none. */
  readonly owner: string | undefined;
  /** Whether data scopes limit the rows. */
  readonly limits: boolean;

  constructor(
    private readonly metadata: EntityMetadata,
    shape: ScopedShape<E>,
  ) {
    const whole = (property: string | undefined) => {
      const column = property === undefined ? undefined : metadata.findColumnWithPropertyName(property);
      return column && columnTypeOf(column).whole ? property : undefined;
    };
    const refersElsewhere = !isDepartment((shape.references as Record<string, Reference>)?.deptId, metadata);
    this.department = whole(shape.dept ?? (refersElsewhere ? undefined : 'deptId'));
    this.owner = whole(shape.owner) ?? whole(shape.by?.created) ?? whole('createdBy');
    this.limits = shape.dataScope !== false && (this.department ?? this.owner) !== undefined;
  }

  /** Limits a query to the rows that the caller reaches. A query for somebody who reaches all is left as it is. */
  limit(builder: SelectQueryBuilder<E>, caller: Caller): void {
    const condition = this.conditionFor(caller);
    if (condition) builder.andWhere(condition.sql, condition.parameters);
  }

  /**
   * The condition for the rows that the caller reaches; undefined for all.
   * @param alias of the table in the query
   */
  conditionFor(caller: Caller, alias = ROW): Condition | undefined {
    const scope = this.narrowed(caller);
    if (scope === undefined) return undefined;
    const { department, owner } = this;
    const { departments, part } = scope;
    const isOwn = owner !== undefined && scope !== NOTHING ? [`${alias}.${owner} = :scopeUser`] : [];
    const parameters = { scopeDepartments: departments, scopeUser: caller.userId };
    if (part === 'own') return { sql: isOwn.join(), parameters };
    if (part === 'elsewhere') {
      // Wrapped in a function, so that no database considers an index with hundreds of ranges for the rows that are
      // left out.
      const isElsewhere = `COALESCE(${alias}.${department}, 0) NOT IN (:...scopeDepartments)`;
      return { sql: [...isOwn, isElsewhere].join(' AND '), parameters };
    }
    if (typeof part === 'number') {
      const name = `scopeDepartment${part}`;
      return { sql: `${alias}.${department} = :${name}`, parameters: { [name]: part } };
    }
    const isWithin = `${alias}.${department} IN (:...scopeDepartments)`;
    if (part === 'within') return { sql: isWithin, parameters };
    const reached =
      departments.length === 0 ? isOwn : department === undefined ? [this.ownedWithin(alias)] : [isWithin, ...isOwn];
    const sql = reached.length === 0 ? '1 = 0' : `(${reached.join(' OR ')})`;
    return { sql, parameters };
  }

  /** The caller once for each part of their data scope; undefined if it is read as a whole. */
  partsFor(caller: Caller): SelectionParts<Caller> | undefined {
    const scope = this.narrowed(caller);
    if (scope === undefined || this.department === undefined || this.owner === undefined) return undefined;
    const { departments } = scope;
    if (departments.length === 0 || departments.length > MOST_IN_PARTS) return undefined;
    const reaching = (part: DepartmentScope['part']) => ({ ...caller, dataScope: { ...scope, part } });
    const found: DepartmentScope['part'][] = departments.length > MOST_APART ? ['within'] : [...departments];
    return {
      found: [...found, 'own' as const].map(reaching),
      counted: (['within', 'elsewhere'] as const).map(reaching),
    };
  }

  /** Identifies the rows that the caller reaches, in the names of shared results; undefined for all. */
  nameFor(caller: Caller): string | undefined {
    const scope = this.narrowed(caller);
    if (scope === undefined) return undefined;
    if (scope === NOTHING) return 'none';
    const { departments } = scope;
    const spelt = departments.length > MOST_SPELT ? digestFor(departments) : departments.join();
    return `${this.owner === undefined ? '' : `${caller.userId} `}in ${spelt}`;
  }

  /** Table besides the rows' own that decides who reaches them: where their owners are. */
  tableFor(caller: Caller): string | undefined {
    if (this.department !== undefined || this.narrowed(caller) === undefined) return undefined;
    return ownEntity(this.metadata.dataSource, 'user').tableName;
  }

  /** The departments whose rows the caller reaches; undefined for all, also of resources without departments. */
  departmentsOf(caller: Caller): readonly number[] | undefined {
    return this.department === undefined ? undefined : this.narrowed(caller)?.departments;
  }

  /** The condition that the owner of a row is in one of the departments now, or is the caller. */
  private ownedWithin(alias: string): string {
    const { driver } = this.metadata.dataSource;
    const { tablePath } = ownEntity(this.metadata.dataSource, 'user');
    const [users, id, department] = [tablePath, 'id', 'dept_id'].map((name) => driver.escape(name));
    const members = `SELECT member.${id} FROM ${users} member WHERE member.${department} IN (:...scopeDepartments)`;
    return `${alias}.${this.owner} IN (${members} OR member.${id} = :scopeUser)`;
  }

  private narrowed({ dataScope = 'none' }: Caller): DepartmentScope | undefined {
    if (!this.limits || dataScope === 'all') return undefined;
    return dataScope === 'none' ? NOTHING : dataScope;
  }
}

/**
 * Limits a query to the rows of a department.
 * @param only leaves out the departments below it
 */
export function ofDepartment<E extends object>(
  builder: SelectQueryBuilder<E>,
  property: string,
  { id, only }: { id: number; only: boolean },
): void {
  const column = `${ROW}.${property}`;
  if (only) {
    builder.andWhere(`${column} = :department`, { department: id });
    return;
  }
  const { dataSource } = builder;
  const { driver } = dataSource;
  const [table, key, parent] = [ownEntity(dataSource, 'dept').tablePath, 'id', 'parent_id'].map((name) =>
    driver.escape(name),
  );
  const below =
    `WITH RECURSIVE below AS (SELECT :department AS ${key} UNION SELECT child.${key} FROM ${table} child ` +
    `INNER JOIN below ON child.${parent} = below.${key}) SELECT below.${key} FROM below`;
  builder.andWhere(`${column} IN (${below})`, { department: id });
}

/** A shape with the reference to the department that it names. */
export function withDepartment<E>(shape: CrudShape<E>, { dataSource }: EntityMetadata): CrudShape<E> {
  const { dept, references = {} } = shape;
  if (dept === undefined || (references as Record<string, unknown>)[dept] !== undefined) return shape;
  const reference: Reference = { entity: ownEntity(dataSource, 'dept').target, label: 'name', takes: 'none' };
  return { ...shape, references: { ...references, [dept]: reference } };
}

/** Not even own rows. */
const NOTHING: DepartmentScope = { departments: [] };

const digests = new WeakMap<readonly number[], string>();

function digestFor(departments: readonly number[]): string {
  let digest = digests.get(departments);
  if (digest === undefined) digests.set(departments, (digest = digestOf(departments.join())));
  return digest;
}

/** Whether a `deptId` that refers to this names one of the service's departments; without a reference it does. */
function isDepartment(reference: Reference | undefined, { dataSource }: EntityMetadata): boolean {
  if (reference === undefined) return true;
  const { tableName, target } = ownEntity(dataSource, 'dept');
  return 'table' in reference ? reference.table === tableName : reference.entity === target;
}
