import {
  type ColumnOptions,
  type DataSource,
  type EntityMetadata,
  type EntityTarget,
  getMetadataArgsStorage,
  type ObjectLiteral,
} from 'typeorm';
import { type EntityType, ownEntityClass } from './own-tables.js';

/** A field that a project adds to a table of Steward's; `field` of `steward/crud` makes them. */
export interface AddedField {
  column: ColumnOptions;
  /** The rules that values in a request's body must keep. */
  rule: PropertyDecorator;
  /** Whether rows may be filtered by it. */
  filter: boolean;
  /** The rows that it refers to. */
  reference?: { entity: EntityTarget<ObjectLiteral>; label: string };
}

/** Fields that a project adds, by table, without the prefix, and property. */
export type AddedFields = Readonly<Record<string, Readonly<Record<string, AddedField>>>>;

/** A field with the entity that has it. */
interface PlacedField extends AddedField {
  target: EntityType;
  property: string;
}

/** Names are no longer than every database allows, including the prefix. */
const PROPERTY = /^[a-z][A-Za-z0-9]{0,39}$/;

const placed = new WeakMap<DataSource, readonly PlacedField[]>();

/** The column of an added field: `x_branch_phone` for `branchPhone`. */
export function addedColumn(property: string): string {
  return `x_${property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

/**
 * Tells a connection which fields a project adds to Steward's tables; the entities stay as they are for other
 * connections.
 * @param added by the modules that add them
 * @throws Error for a table that is not Steward's, a member that its rows already have, and a field that two modules
 * add
 */
export function withAddedFields(dataSource: DataSource, added: readonly AddedFields[]): DataSource {
  const fields = added.flatMap((tables) =>
    Object.entries(tables).flatMap(([table, members]) => {
      const target = ownEntityClass(table);
      if (target === undefined) throw new Error(`extend: Steward has no table ${table}`);
      return Object.entries(members).map(([property, field]) => ({ ...field, target, property, table }));
    }),
  );
  const names = new Set<string>();
  for (const { target, property, table } of fields) {
    const name = `${table}.${property}`;
    if (!PROPERTY.test(property)) throw new Error(`extend: ${name} is no name like branchPhone`);
    if (hasMember(target, property)) throw new Error(`extend: rows of ${table} already have a member ${property}`);
    if (names.has(name)) throw new Error(`extend: two modules add ${name}`);
    names.add(name);
  }
  if (fields.length === 0) return dataSource;
  placed.set(dataSource, fields);
  const building = dataSource as unknown as { buildMetadatas: () => Promise<void> };
  const build = building.buildMetadatas.bind(dataSource);
  building.buildMetadatas = async () => {
    const { columns } = getMetadataArgsStorage();
    const own = fields.map(({ target, property: propertyName, column }) => {
      const options = { ...column, name: addedColumn(propertyName) };
      return { target, propertyName, mode: 'regular' as const, options };
    });
    columns.push(...own);
    try {
      await build();
    } finally {
      for (const args of own) columns.splice(columns.indexOf(args), 1);
    }
  };
  return dataSource;
}

/** The fields that a project adds to an entity, by property. */
export function addedFieldsOf(dataSource: DataSource, target: unknown): Record<string, AddedField> {
  const fields = placed.get(dataSource)?.filter((field) => field.target === target) ?? [];
  return Object.fromEntries(fields.map((field) => [field.property, field]));
}

/** The values of added fields in a row that shows none of them. */
export function emptyFieldsOf({ dataSource, target }: EntityMetadata): Record<string, unknown> {
  const fields = Object.entries(addedFieldsOf(dataSource, target));
  return Object.fromEntries(fields.map(([name, { column }]) => [name, column.default ?? null]));
}

/** The entities to which a project adds fields. */
export function extendedEntities(dataSource: DataSource): EntityType[] {
  return [...new Set(placed.get(dataSource)?.map(({ target }) => target))];
}

function hasMember(target: EntityType, property: string): boolean {
  const { columns, relations } = getMetadataArgsStorage();
  return [...columns, ...relations].some(
    (args) =>
      args.propertyName === property &&
      typeof args.target === 'function' &&
      (args.target === target || target.prototype instanceof args.target),
  );
}
