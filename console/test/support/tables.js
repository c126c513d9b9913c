/**
 * `node tables.js FILE` creates the tables of the generated modules, empty, in an SQLite database, as the compiled
 * entities describe them: no migration contains them, because they come from a developer's database.
 */
import 'reflect-metadata';
import process from 'node:process';
import { DataSource, Table, getMetadataArgsStorage } from 'typeorm';

await import('../../../build/modules/generated.modules.js');

const db = await new DataSource({
  type: 'better-sqlite3',
  database: process.argv[2],
  timeout: 10_000,
  entities: getMetadataArgsStorage().tables.map(({ target }) => target),
}).initialize();
const runner = db.createQueryRunner();
for (const { tableName, columns } of db.entityMetadatas) {
  // The flow of another page may have created the table.
  if (await runner.hasTable(tableName)) await runner.query(`DELETE FROM "${tableName}"`);
  else await runner.createTable(new Table({ name: tableName, columns: columns.map(columnOf) }));
}
await runner.release();
await db.destroy();

/** A column as the module reads it; constraints of the real table beyond that are enforced by the API as well. */
function columnOf(column) {
  const { databaseName: name, isPrimary, isGenerated } = column;
  const key = { name, isPrimary, isNullable: !isPrimary };
  if (isGenerated) return { ...key, type: 'integer', isGenerated, generationStrategy: 'increment' };
  const type = db.driver.normalizeType(column);
  const isText = /char|text|enum|json/.test(type);
  return { ...key, type: isText ? 'text' : type, default: db.driver.normalizeDefault(column) };
}
