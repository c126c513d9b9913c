import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { newMigration, withMigration } from '../../scripts/migration/new-migration.js';
import { migrations } from '../../src/database/migrations/index.js';

const TIME = 1_800_000_000_000;
const LIST = 'src/database/migrations/index.ts';
const formatted = async (text: string) => format(text, { ...(await resolveConfig(LIST)), parser: 'typescript' });

describe('a new migration', () => {
  it.each([
    ['a column', newMigration(TIME, 'user', 'nick_name'), 'UserNickName', "new Columns(runner).text('nick_name', 64)"],
    ['a table', newMigration(TIME, 'book_note'), 'BookNote', "index('book_note', 'tenant_id')"],
  ])('of %s is a class named with its time, formatted as the others', async (_what, migration, name, step) => {
    expect(migration.className).toBe(`${name}${TIME}`);
    expect(migration.text).toContain(`export class ${name}${TIME} implements MigrationInterface {`);
    expect(migration.text).toContain(step);
    expect(await formatted(migration.text)).toBe(migration.text);
  });

  it.each([
    ['a table', newMigration(TIME, 'app_note'), true],
    ['a column', newMigration(TIME, 'user', 'x_nickname'), true],
    ['a column of Steward', newMigration(TIME, 'user', 'nickname'), false],
  ])('of %s that is a project’s imports what modules may import', async (_what, migration, ofProject) => {
    expect(migration.text.includes("from 'steward/database'")).toBe(ofProject);
    expect(await formatted(migration.text)).toBe(migration.text);
  });

  it('comes after all others in the list', async () => {
    const migration = newMigration(TIME, 'user', 'nickname');
    const list = withMigration(readFileSync(LIST, 'utf8'), migration);
    expect(list).toContain(`import { UserNickname${TIME} } from './${TIME}-user-nickname.js';\n\n`);
    expect(list).toContain(`  ${migrations.at(-1)?.name},\n  UserNickname${TIME},\n];\n`);
    expect(await formatted(list)).toBe(list);
  });

  it.each(['User', 'user-role', '', 'a__b', "x'y", '../x'])('is refused the name %s', (name) => {
    expect(() => newMigration(TIME, name)).toThrow('is not a name');
    expect(() => newMigration(TIME, 'user', name)).toThrow('is not a name');
  });
});
