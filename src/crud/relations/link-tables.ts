import type { DataSource, EntityMetadata, ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { CrudShape, Join, LinkCodes, ReferencedTable } from '../shape.js';
import type { References } from './references.js';

/** A link table as its own service describes it. */
export interface LinkTable {
  metadata: EntityMetadata;
  shape: Pick<CrudShape<ObjectLiteral>, 'times' | 'by' | 'keys'>;
  references: References;
  codes: LinkCodes;
}

/** A link table from the side of one of the tables that it joins. */
export interface JoinedTable {
  link: LinkTable;
  /** The column with the key of a row, and the one with the key of a row that is joined to it. */
  row: ColumnMetadata;
  other: ColumnMetadata;
  /** The table of the rows that are joined. */
  to: ReferencedTable;
  /** The column with the tenant of a link, if there is one. */
  tenant: ColumnMetadata | undefined;
}

const served = new WeakSet<EntityMetadata>();
const links = new WeakMap<EntityMetadata, LinkTable>();

/** Remembers that a service serves the rows of an entity, so that link tables may join them to others. */
export function serveRows(metadata: EntityMetadata): void {
  served.add(metadata);
}

/** Lets the services of the tables that it joins use a link table. */
export function offerLink(link: LinkTable): void {
  links.set(link.metadata, link);
}

/** A link table; undefined unless modules that are running serve it and the rows that it joins. */
export function joinedTable({ table, row, other }: Join, dataSource: DataSource): JoinedTable | undefined {
  const entityOf = (name: string) => dataSource.entityMetadatas.find(({ tableName }) => tableName === name);
  const metadata = entityOf(table);
  const link = metadata && links.get(metadata);
  const [own, others] = [row, other].map((name) => metadata?.findColumnWithDatabaseName(name));
  const to = others && link?.references.tableOf(others.propertyName);
  const target = to && entityOf(to.table);
  if (!link || !own || !others || !target || !served.has(target)) return undefined;
  return { link, row: own, other: others, to, tenant: link.metadata.findColumnWithPropertyName('tenantId') };
}
