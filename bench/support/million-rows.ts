import { type Storage, runSql } from './storage.js';
import { withSteward } from './steward.js';

/** Rows of the login log. */
export const ROWS = 1_000_000;

/** By default the rows are spread evenly over the last 900 days: a tenth is younger than the retention of 90 days. */
export const DAYS = 900;

/** Users in addition to the seeded one. */
const USERS = 10_000;

/** How many names (`user0` …) the rows are spread over. */
const USERNAMES = 10_007;

const filled = new Map<string, Storage>();

/**
 * Storage of the same kind with ten thousand users and a million rows in the login log, of five tenants and many
 * usernames. Filled on the first call and kept for later ones.
 * @param days the period until now over which the rows are spread
 */
export async function withMillionRows(storage: Storage, days = DAYS): Promise<Storage> {
  const key = `${storage.name} ${days}`;
  const known = filled.get(key);
  if (known) return known;
  const kept = storage.kept();
  // The service makes its tables; it is stopped while they are filled.
  await withSteward(kept, async () => undefined);
  await runSql(kept, fillUsers(kept), fillLoginLog(kept, days));
  filled.set(key, kept);
  return kept;
}

/** To be called after the rows were changed: the next measurement gets others. */
export function forgetMillionRows({ name }: Storage): void {
  filled.delete(`${name} ${DAYS}`);
}

/** Copies the login log into the operation log. */
export function copyToOperationLog(storage: Storage): Promise<unknown> {
  const columns = LOG_COLUMNS.join();
  return runSql(storage, `INSERT INTO operation_log (${columns}, user_id) SELECT ${columns}, 1 FROM login_log`);
}

/** How many rows the changes in the operation log are spread over. */
export const OBJECTS = 10_000;

/** Makes each row of the operation log the change of a user, so that each user has a hundred. */
export function fillOperationObjects(storage: Storage): Promise<unknown> {
  return runSql(
    storage,
    `INSERT INTO operation_object (log_id, tenant_id, resource, row_id, name, created_at)
      SELECT id, tenant_id, '/api/user', id % ${OBJECTS} + 1, username, created_at FROM operation_log`,
  );
}

const LOG_COLUMNS = [
  'tenant_id',
  'username',
  'log_type',
  'method',
  'request_method',
  'url',
  'param',
  'result',
  'ip',
  'location',
  'os',
  'browser',
  'consume_time',
  'status',
  'error',
  'created_at',
];

function fillLoginLog(storage: Storage, days: number): string {
  const username = `concat('user', i * 7919 % ${USERNAMES})`;
  const values = [
    'i % 5',
    username,
    '1',
    "'login'",
    "'POST'",
    "'/api/login'",
    `concat('{"username":"user', i * 7919 % ${USERNAMES}, '","password":"***"}')`,
    "'Login succeeded'",
    "concat('203.0.', i % 250, '.', i % 199)",
    "'Berlin'",
    "'Linux'",
    "'Firefox 128.0'",
    '45',
    'CASE WHEN i % 20 = 0 THEN 1 ELSE 0 END',
    "''",
    timeOf(storage, ROWS, days * 86_400),
  ];
  return `INSERT INTO login_log (${LOG_COLUMNS.join()}) ${numbers(6)} SELECT ${values.join()} FROM number ORDER BY i`;
}

function fillUsers(storage: Storage): string {
  const time = timeOf(storage, USERS, 86_400);
  return `INSERT INTO user (tenant_id, username, password, realname, created_at, updated_at) ${numbers(4)}
    SELECT 0, concat('user', i), '-', concat('User ', i), ${time}, ${time} FROM number ORDER BY i`;
}

/** A common table expression `number(i)` with all numbers of up to so many digits. */
function numbers(digits: number): string {
  const positions = Array.from({ length: digits }, (_, i) => i);
  const sum = positions.map((i) => `p${i}.d * ${10 ** i}`).join(' + ');
  const digit = Array.from({ length: 10 }, (_, d) => `SELECT ${d} AS d`).join(' UNION ALL ');
  return `WITH digit AS (${digit}), number AS (SELECT ${sum} AS i FROM ${positions.map((i) => `digit p${i}`).join()})`;
}

/** The SQL expression for the time of row `i` when `rows` are spread over the last `seconds`. */
function timeOf({ type }: Storage, rows: number, seconds: number): string {
  const first = Math.floor(Date.now() / 1000) - seconds;
  const time = `${first} + i * ${seconds / rows}`;
  return type === 'sqlite' ? `strftime('%Y-%m-%d %H:%M:%f', ${time}, 'unixepoch')` : `from_unixtime(${time})`;
}
