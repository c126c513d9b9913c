/**
 * `npm run migration -- <table> [<column>]`: starts a migration that creates a table or adds a column to one, and
 * appends it to the list. One of a project, of a table `app_…` or a column `x_…`, is written to the folder that `--in`
 * names, and is listed by the module's extension. The result is an example to be edited, which is possible until a
 * release contains it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isOfProject, newMigration, withMigration } from './migration/new-migration.js';

const FOLDER = 'src/database/migrations';
const LIST = join(FOLDER, 'index.ts');

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { in: { type: 'string' } } });
  const [table, column, ...others] = positionals;
  if (table === undefined || others.length > 0) {
    throw new Error('Usage: npm run migration -- <table> [<column>] [--in <folder of a module>]');
  }
  const migration = newMigration(Date.now(), table, column);
  const ofProject = isOfProject(table, column);
  if (ofProject !== (values.in !== undefined)) {
    throw new Error(
      ofProject
        ? 'A migration of a project is written to its module: add --in src/modules/<module>'
        : 'Only tables app_… and columns x_… are those of a project, so --in is not possible',
    );
  }
  const file = join(values.in ?? FOLDER, migration.file);
  const list = ofProject ? undefined : withMigration(await readFile(LIST, 'utf8'), migration);
  await writeFile(file, migration.text, { flag: 'wx' });
  if (list !== undefined) await writeFile(LIST, list);
  console.log(
    `Wrote ${file}${list === undefined ? `; add ${migration.className} to the migrations of the extension` : `, and listed it in ${LIST}`}`,
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
