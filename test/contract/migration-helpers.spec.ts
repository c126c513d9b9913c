import type { QueryRunner } from 'typeorm';
import { addColumn, addIndex, Columns, createTable, dropColumn, dropIndex, dropTable } from 'steward/database';
import { type TestApp, startApp } from '../support/app.js';
import { statementsOf } from '../support/statements.js';

describe('helpers of migrations', () => {
  let steward: TestApp;
  let runner: QueryRunner;
  let column: Columns;
  beforeAll(async () => {
    steward = await startApp();
  });
  beforeEach(async () => {
    runner = steward.db.createQueryRunner();
    column = new Columns(runner);
    await createTable(runner, 'probe', [column.id(), column.text('name', 20), column.int('size')]);
  });
  afterEach(async () => {
    await dropTable(runner, 'probe');
    await runner.release();
  });
  afterAll(() => steward.stop());

  const indexes = async () => (await runner.getTable('probe'))?.indices.map(({ name }) => name);
  const columns = async () => (await runner.getTable('probe'))?.columns.map(({ name }) => name);

  it('take each step once', async () => {
    for (let n = 0; n < 2; n++) await addIndex(runner, 'probe', 'ix_probe_name', ['name']);
    for (let n = 0; n < 2; n++) await addColumn(runner, 'probe', column.text('colour', 20));
    expect(await indexes()).toEqual(['ix_probe_name']);
    expect(await columns()).toEqual(['id', 'name', 'size', 'colour']);
    for (let n = 0; n < 2; n++) await dropIndex(runner, 'probe', 'ix_probe_name');
    for (let n = 0; n < 2; n++) await dropColumn(runner, 'probe', 'colour');
    expect(await indexes()).toEqual([]);
    expect(await columns()).toEqual(['id', 'name', 'size']);
  });

  it('remove no index of this name from another table', async () => {
    await addIndex(runner, 'probe', 'ix_probe_name', ['name']);
    await dropIndex(runner, 'config', 'ix_probe_name');
    expect(await indexes()).toEqual(['ix_probe_name']);
  });

  it('do not read the definitions of tables: MariaDB opens all tables of the database for one', async () => {
    const statements = await statementsOf(steward.db, async () => {
      await addColumn(runner, 'probe', column.text('colour', 20));
      await addIndex(runner, 'probe', 'ix_probe_colour', ['colour']);
      await dropIndex(runner, 'probe', 'ix_probe_colour');
    });
    expect(statements.filter((sql) => /ALTER TABLE|(CREATE|DROP) INDEX/.test(sql))).toHaveLength(3);
    expect(statements.filter((sql) => /REFERENTIAL_CONSTRAINTS|foreign_key_list/i.test(sql))).toEqual([]);
  });

  it("leave TypeORM's own methods a true picture of the table", async () => {
    await runner.dropColumn('probe', 'size');
    await addColumn(runner, 'probe', column.text('colour', 20));
    await runner.dropColumn('probe', 'colour');
    expect(await columns()).toEqual(['id', 'name']);
  });
});
