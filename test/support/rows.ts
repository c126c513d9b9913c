import type { DataSource, DeepPartial, EntityTarget, ObjectLiteral } from 'typeorm';
import { Config, ConfigItem } from '../../src/modules/config/config.entity.js';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { SecurityEvent } from '../../src/logs/security-event/security-event.entity.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';

let serial = 0;

/** How many rows one statement inserts, within SQLite's limit on parameters. */
const CHUNK = 500;

/** The smallest bodies that `add` accepts; codes and keys are new each time. */
export const aGroupBody = () => ({ name: `Group ${++serial}`, code: `group-${serial}` });
export const anItemBody = (configId: number) => ({ configId, key: `key-${++serial}` });

/** Stores a configuration group directly in the database. */
export function aGroup(db: DataSource, values: Partial<Config> = {}): Promise<Config> {
  return db.manager.save(db.manager.create(Config, { sort: 0, ...aGroupBody(), ...values }));
}

/** Stores a configuration item directly in the database, in a group of its own unless `configId` is given. */
export async function anItem(db: DataSource, values: Partial<ConfigItem> = {}): Promise<ConfigItem> {
  const configId = values.configId ?? (await aGroup(db)).id;
  const blank: DeepPartial<ConfigItem> = { value: '', options: '', type: 'input', status: 1, sort: 0 };
  return db.manager.save(db.manager.create(ConfigItem, { ...blank, ...anItemBody(configId), ...values }));
}

/**
 * Stores many rows directly in the database, a chunk at a time; TypeORM's own insert takes much longer. A column that no
 * row has a value for gets its default.
 */
export async function insertAll<E extends ObjectLiteral>(
  db: DataSource,
  entity: EntityTarget<E>,
  rows: DeepPartial<E>[],
): Promise<void> {
  const { tablePath, columns } = db.getMetadata(entity);
  const given = columns.filter((column) => rows.some((row) => column.getEntityValue(row) !== undefined));
  const names = given.map(({ databaseName }) => db.driver.escape(databaseName)).join(', ');
  const marks = `(${given.map(() => '?').join(', ')})`;
  for (let i = 0; i < rows.length; i += CHUNK) {
    const chunk = rows.slice(i, i + CHUNK);
    const values = chunk.flatMap((row) =>
      given.map((column): unknown => db.driver.preparePersistentValue(column.getEntityValue(row), column)),
    );
    const all = Array<string>(chunk.length).fill(marks).join(', ');
    await db.query(`INSERT INTO ${db.driver.escape(tablePath)} (${names}) VALUES ${all}`, values);
  }
}

/** Every column of every row of a table as text, ordered by key: quick to compare, however many rows there are. */
export async function rowTexts<E extends ObjectLiteral>(db: DataSource, entity: EntityTarget<E>): Promise<string[]> {
  const { tableName, primaryColumns } = db.getMetadata(entity);
  const key = primaryColumns.map(({ databaseName }) => db.driver.escape(databaseName)).join(', ');
  const rows = await db.query<object[]>(`SELECT * FROM ${db.driver.escape(tableName)} ORDER BY ${key}`);
  return rows.map((row) => JSON.stringify(row));
}

/** The same of all tables of entities, but for those of modules that only other specs of the worker install. */
export async function allRowTexts(db: DataSource): Promise<string[]> {
  const runner = db.createQueryRunner();
  try {
    const texts: string[] = [];
    for (const { target, tablePath } of db.entityMetadatas) {
      if (await runner.hasTable(tablePath)) texts.push(...(await rowTexts(db, target)));
    }
    return texts;
  } finally {
    await runner.release();
  }
}

const BLANK_LOG = {
  tenantId: 0,
  username: 'somebody',
  logType: 1,
  source: 0,
  method: 'login',
  requestMethod: 'POST',
  url: '/api/login',
  param: '{}',
  result: 'Login succeeded',
  ip: '192.0.2.1',
  location: '-',
  os: '',
  browser: '',
  consumeTime: 1,
  status: 0,
  error: '',
};

/** Stores a row in the login log for each entry, which gives the values that differ from the defaults. */
export function loginLogs(db: DataSource, rows: Partial<LoginLog>[]): Promise<void> {
  const now = new Date();
  return insertAll(
    db,
    LoginLog,
    rows.map((row) => ({ ...BLANK_LOG, createdAt: now, ...row })),
  );
}

/** Stores rows in the operation log, as {@link loginLogs} does in the login log. */
export function operationLogs(db: DataSource, rows: Partial<OperationLog>[]): Promise<void> {
  const now = new Date();
  return insertAll(
    db,
    OperationLog,
    rows.map((row) => ({ ...BLANK_LOG, userId: 0, createdAt: now, ...row })),
  );
}

const BLANK_EVENT = {
  tenantId: 0,
  userId: 0,
  actorId: null,
  type: 'password.changed',
  ip: '192.0.2.1',
  location: '-',
  os: '',
  browser: '',
  detail: '',
} as const;

/** Stores security events, as {@link loginLogs} does rows in the login log. */
export function securityEvents(db: DataSource, rows: Partial<SecurityEvent>[]): Promise<void> {
  const now = new Date();
  return insertAll(
    db,
    SecurityEvent,
    rows.map((row) => ({ ...BLANK_EVENT, createdAt: now, ...row })),
  );
}

/** Stores one row in the login log, and returns it. */
export async function aLoginLog(db: DataSource, values: Partial<LoginLog> = {}): Promise<LoginLog> {
  const row = db.manager.create(LoginLog, { ...BLANK_LOG, createdAt: new Date(), ...values });
  const { id } = await db.manager.save(row);
  // Without what no answer shows.
  return db.manager.findOneByOrFail(LoginLog, { id });
}

/** Asserts that some work changes no group, no item and no row of the login log. */
export async function expectNoChange<T>(db: DataSource, work: () => Promise<T>): Promise<T> {
  const stored = () =>
    Promise.all(
      [Config, ConfigItem, LoginLog].map((entity) =>
        db.getRepository<ObjectLiteral>(entity).find({ order: { id: 'ASC' } }),
      ),
    );
  const before = await stored();
  const result = await work();
  expect(await stored()).toEqual(before);
  return result;
}
