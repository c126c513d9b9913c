import { type DataSource, DefaultNamingStrategy, Entity, type EntityMetadata, getMetadataArgsStorage } from 'typeorm';

/** Names of tables by the names of their entities, which are unique in the application. */
const ownTables = new Map<string, string>();

/**
 * Marks an entity whose table the service's own migrations create. The setting `database.tablePrefix` is put before its
 * name; tables that the generator found in the database keep their names.
 */
export function OwnTable(name: string): ClassDecorator {
  return (target) => {
    ownTables.set(target.name, name);
    Entity(name)(target);
  };
}

/** The entity of one of the service's own tables, for layers that must not import it. @param table without the prefix */
export function ownEntity({ entityMetadatas }: DataSource, table: 'user' | 'dept'): EntityMetadata {
  const found = entityMetadatas.find(({ name }) => ownTables.get(name) === table);
  if (found === undefined) throw new Error(`No entity has the table ${table}`);
  return found;
}

/** The class of an entity. */
export type EntityType = abstract new () => object;

/** The class of the entity of one of the service's own tables. @param table without the prefix */
export function ownEntityClass(table: string): EntityType | undefined {
  const isOfTable = ({ target }: { target: unknown }) =>
    typeof target === 'function' && ownTables.get(target.name) === table;
  return getMetadataArgsStorage().tables.find(isOfTable)?.target as EntityType | undefined;
}

/** Puts the prefix before the names of the tables of {@link OwnTable}. */
export class OwnTableNames extends DefaultNamingStrategy {
  constructor(readonly prefix: string) {
    super();
  }

  override tableName(entity: string, given: string | undefined): string {
    const name = super.tableName(entity, given);
    return ownTables.has(entity) ? this.prefix + name : name;
  }
}

/** Name of the table that records which migrations have been applied to a database. */
export function migrationTable(prefix: string): string {
  return `${prefix}migration`;
}

/** Name of the table that records which start may change the schema; only a database for several instances has it. */
export function leaseTable(prefix: string): string {
  return `${prefix}schema_lease`;
}

/** Whether a table is one in which the service or TypeORM keeps its own records, without an entity. */
export function hasNoEntity(table: string, dataSource: DataSource): boolean {
  const prefix = tablePrefixOf(dataSource);
  return [migrationTable(prefix), leaseTable(prefix), 'typeorm_metadata'].includes(table);
}

/** Names, with the prefix, of all tables that the service creates. */
export function ownTableNames(prefix: string): string[] {
  return [migrationTable(prefix), leaseTable(prefix), ...[...ownTables.values()].map((name) => prefix + name)];
}

/** The prefix that a connection was opened with. */
export function tablePrefixOf({ namingStrategy }: DataSource): string {
  return namingStrategy instanceof OwnTableNames ? namingStrategy.prefix : '';
}
