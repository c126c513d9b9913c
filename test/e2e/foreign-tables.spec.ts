import { readFileSync } from 'node:fs';
import { ADMIN_PASSWORD, startApp } from '../support/app.js';
import { StewardProcess } from '../support/process.js';
import { type RawDatabase, withDatabase } from '../support/raw-database.js';
import { type Storage, newStorage, onServices, tablesOfStart } from '../support/services.js';

/** What another application may have in the database. */
const THEIR_CONFIG = 'CREATE TABLE config (name varchar(64) PRIMARY KEY, payload varchar(255))';
const THEIR_SESSION = 'CREATE TABLE session (id varchar(64) PRIMARY KEY, data varchar(255))';
const MIGRATION =
  'CREATE TABLE migration (id integer PRIMARY KEY, timestamp bigint NOT NULL, name varchar(255) NOT NULL)';

/** In the order in which a start makes them. */
const FIRST_TABLES = [
  ...(onServices ? ['schema_lease'] : []),
  'migration',
  'tenant',
  'user',
  'role',
  'user_role',
  'menu',
  'role_menu',
];

describe('a database that has tables of our names', () => {
  let storage: Storage;
  let steward: StewardProcess;
  beforeEach(async () => {
    storage = await newStorage();
    steward = new StewardProcess({ ...storage.environment, ADMIN_PASSWORD });
  });
  afterEach(async () => {
    await steward.remove();
    await storage.remove();
  });

  const inDatabase = <T>(use: (database: RawDatabase) => Promise<T>) => withDatabase(storage, use);
  const make = (...statements: string[]) =>
    inDatabase(async ({ run }) => {
      for (const statement of statements) await run(statement);
    });
  const tables = () => inDatabase((database) => database.tables());
  /** A SQLite file shows that something was done to it even if no table has changed. */
  const bytes = () => (onServices ? undefined : readFileSync(storage.environment.DB_DATABASE ?? ''));

  /** Asserts that the start is refused with one line that names these tables, and leaves the database as it was. */
  async function expectRefused(...names: string[]): Promise<void> {
    const before = { tables: await tables(), bytes: bytes() };
    expect(await steward.run()).toBe(1);
    expect(steward.errors).toMatch(/^[^\n]+\n$/);
    expect(steward.errors).toContain(`: ${names.join(', ')}. `);
    expect(steward.output).toBe('');
    expect({ tables: await tables(), bytes: bytes() }).toEqual(before);
  }

  it('is refused in one line that names them, and is left as it is', async () => {
    await make(THEIR_SESSION, THEIR_CONFIG, "INSERT INTO config VALUES ('a', 'b')", 'CREATE TABLE theirs (id int)');
    await expectRefused('config', 'session');
  });

  it('is refused with a view of such a name, and with an empty table', async () => {
    await make(
      'CREATE TABLE theirs (id int)',
      'CREATE VIEW menu AS SELECT id FROM theirs',
      'CREATE TABLE seed (id int)',
    );
    await expectRefused('menu', 'seed');
  });

  it.each([
    ['of other columns', ['CREATE TABLE migration (version varchar(64))']],
    ['of migrations that are not ours', [MIGRATION, "INSERT INTO migration VALUES (1, 1, 'Theirs1')"]],
  ])('is refused with a table of migrations %s', async (_name, statements) => {
    await make(THEIR_CONFIG, ...statements);
    await expectRefused('config', 'migration');
  });

  it('is refused with a lease that is not ours', async () => {
    await make('CREATE TABLE schema_lease (id int, tenant varchar(64))');
    await expectRefused('schema_lease');
  });

  it('serves with a prefix, beside what others have there', async () => {
    await make(THEIR_SESSION, THEIR_CONFIG, "INSERT INTO config VALUES ('a', 'b')");
    const app = await startApp({ storage, env: { DB_TABLE_PREFIX: 'st_' } });
    await app.client.login('admin', ADMIN_PASSWORD);
    await app.stop();
    expect(await tables()).toEqual(['config', 'session', ...tablesOfStart('st_')].sort());
    expect(await inDatabase(({ run }) => run('SELECT * FROM config'))).toEqual([{ name: 'a', payload: 'b' }]);
  });

  it('serves where the tables of others are called otherwise', async () => {
    await make('CREATE TABLE configuration (id int)', 'CREATE TABLE users (id int)');
    const app = await startApp({ storage });
    await app.client.login('admin', ADMIN_PASSWORD);
    await app.stop();
    expect(await tables()).toEqual(['configuration', 'users', ...tablesOfStart('')].sort());
  });

  it('goes on after a first start that was killed at any of its tables', async () => {
    const whole = await startApp({ storage });
    await whole.stop();
    const [names, created] = await inDatabase(async (database) => [
      await database.tables(),
      await statementsOf(database),
    ]);
    for (const made of [1, 2, 5, FIRST_TABLES.length]) {
      await storage.remove();
      storage = await newStorage();
      await make(...FIRST_TABLES.slice(0, made).map((name) => created[name] ?? ''));
      const app = await startApp({ storage });
      await app.client.login('admin', ADMIN_PASSWORD);
      await app.stop();
      expect(await tables()).toEqual(names);
      expect(await inDatabase(statementsOf)).toEqual(created);
    }
  });
});

/** How each table is made, indexes and references included. */
async function statementsOf({ run, tables }: RawDatabase): Promise<Record<string, string>> {
  const statements: Record<string, string> = {};
  for (const name of await tables()) {
    const [row = {}] = await run(
      onServices ? `SHOW CREATE TABLE \`${name}\`` : `SELECT sql FROM sqlite_master WHERE name = '${name}'`,
    );
    statements[name] = String(row['Create Table'] ?? row.sql).replace(/ AUTO_INCREMENT=\d+/, '');
  }
  return statements;
}
