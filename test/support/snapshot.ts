import type { DataSource } from 'typeorm';

const TABLES = ['tenant', 'user', 'user_role', 'role', 'role_menu', 'menu', 'dict', 'dict_item'];

/** Asserts that some work changes nothing in any column of the administration's tables. */
export async function expectNothingStored(db: DataSource, work: () => Promise<unknown>): Promise<void> {
  const before = await stored(db);
  await work();
  expect(await stored(db)).toEqual(before);
}

async function stored(db: DataSource): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = await db.query<object[]>(`SELECT * FROM ${db.driver.escape(table)}`);
    tables[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return tables;
}
