import type { EntityMetadata, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { ROW } from './filters.js';

/** The rows of a view without a key, of which TypeORM would merge equal ones into one. */
export async function readPlainRows<E extends object>(
  builder: SelectQueryBuilder<E>,
  { columns, dataSource, target }: EntityMetadata,
): Promise<E[]> {
  const raw = await builder.getRawMany<ObjectLiteral>();
  return raw.map((values) => {
    const row: ObjectLiteral = Object.create((target as { prototype: object }).prototype) as ObjectLiteral;
    for (const column of columns) {
      const name = `${ROW}_${column.databaseName}`;
      if (!(name in values)) continue;
      row[column.propertyName] = dataSource.driver.prepareHydratedValue(values[name], column) as unknown;
    }
    return row as E;
  });
}
