/**
 * `npm run migration -- <table> [<column>]`: starts a migration that creates a table or adds a column to one, and
 * appends it to the list. The result is an example to be edited, which is possible until a release contains it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newMigration, withMigration } from './migration/new-migration.js';

const FOLDER = 'src/database/migrations';
const LIST = join(FOLDER, 'index.ts');

try {
  const [table, column, ...others] = parseArgs({ allowPositionals: true }).positionals;
  if (table === undefined || others.length > 0) throw new Error('Usage: npm run migration -- <table> [<column>]');
  const migration = newMigration(Date.now(), table, column);
  const list = withMigration(await readFile(LIST, 'utf8'), migration);
  const file = join(FOLDER, migration.file);
  await writeFile(file, migration.text, { flag: 'wx' });
  await writeFile(LIST, list);
  console.log(`Wrote ${file}, and listed it in ${LIST}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
