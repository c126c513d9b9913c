import { type DataSource, type EntityTarget, type ObjectLiteral, Table, type TableColumnOptions } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';

/** Recreates the table of an entity, empty, on any database: with its columns and key, but no other constraints. */
export async function freshTable(db: DataSource, entity: EntityTarget<ObjectLiteral>): Promise<void> {
  const { columns, tableName } = db.getMetadata(entity);
  const mysql = db.options.type === 'mysql';
  const runner = db.createQueryRunner();
  try {
    // Other tables may refer to the existing one.
    await runner.query(mysql ? 'SET FOREIGN_KEY_CHECKS = 0' : 'PRAGMA foreign_keys = OFF');
    await runner.query(`DROP TABLE IF EXISTS ${db.driver.escape(tableName)}`);
    await runner.query(mysql ? 'SET FOREIGN_KEY_CHECKS = 1' : 'PRAGMA foreign_keys = ON');
    await runner.createTable(
      new Table({ name: tableName, columns: columns.map((column) => columnOf(db, column, mysql)) }),
    );
  } finally {
    await runner.release();
  }
}

function columnOf({ driver }: DataSource, column: ColumnMetadata, mysql: boolean): TableColumnOptions {
  const { databaseName: name, isPrimary, isGenerated, precision, scale, unsigned } = column;
  const type = driver.normalizeType(column);
  const key = { name, isPrimary, isNullable: !isPrimary };
  if (isGenerated) return { ...key, type: mysql ? 'bigint' : 'integer', isGenerated, generationStrategy: 'increment' };
  if (/char|text|enum/.test(type)) {
    return isPrimary ? { ...key, type: 'varchar', length: '255' } : { ...key, type: mysql ? 'mediumtext' : 'text' };
  }
  // MySQL has no keys of blobs without a length.
  if (type === 'blob' && isPrimary && mysql) return { ...key, type: 'varbinary', length: '255' };
  if (type === 'blob') return { ...key, type: mysql ? 'mediumblob' : 'blob' };
  return { ...key, type, precision, scale, unsigned: mysql && unsigned };
}
