import type { PoolConnection } from 'mysql2';
import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';
import type { ReplicationMode } from 'typeorm/driver/types/ReplicationMode.js';
import { errors } from '../../../../core/errors.js';
import { isConnectionLost, isConnectionSpent } from '../../../dialect/database-errors.js';
import { readAgain } from '../driver/lost-reads.js';
import { MysqlSessions, type SessionOptions } from '../driver/session.js';
import { syncWaitLimit } from '../driver/sync-wait.js';
import type { DatabaseTimes } from '../../../dialect/database-times.js';
import { keepStoredValues } from '../../../entities/stored-values.js';
import { withExactTimes } from './exact-times.js';
import { withPassiveTimers } from './statement-timers.js';

/** Statements that may be repeated outside a transaction: even FOR UPDATE keeps no locks there. */
const READ = /^\s*SELECT\b/i;

/**
 * Gives up a connection that is spent, see {@link isConnectionSpent}: the next user of the pool would fail with it as
 * well. A read whose connection is lost is repeated on another one.
 */
class SpendingQueryRunner extends MysqlQueryRunner {
  constructor(
    driver: MysqlDriver,
    mode: ReplicationMode,
    private readonly commitTimeout: number,
  ) {
    super(driver, mode);
  }

  override query<T>(query: string, parameters?: unknown[], useStructuredResult?: boolean): Promise<T> {
    const ask = () => this.ask<T>(query, parameters, useStructuredResult);
    if (this.isTransactionActive || !READ.test(query)) return ask();
    return readAgain(() =>
      ask().catch((error: unknown) => {
        if (isConnectionLost(error)) this.leaveConnection();
        throw error;
      }),
    );
  }

  private async ask<T>(query: string, parameters?: unknown[], useStructuredResult?: boolean): Promise<T> {
    try {
      if (query === 'COMMIT') return (await this.commit()) as T;
      return (await super.query(query, parameters, useStructuredResult)) as T;
    } catch (error) {
      if (isConnectionSpent(error)) ((await this.connect()) as PoolConnection).destroy();
      throw error;
    }
  }

  /** The next statement gets another connection from the pool. */
  private leaveConnection(): void {
    (this.databaseConnection as PoolConnection | undefined)?.destroy();
    Object.assign(this, { databaseConnection: undefined, databaseConnectionPromise: undefined });
  }

  /** TypeORM has only one time limit for all statements. */
  private async commit(): Promise<void> {
    const connection = (await this.connect()) as PoolConnection;
    await new Promise<void>((resolve, reject) => {
      connection.query({ sql: 'COMMIT', timeout: this.commitTimeout }, (error) =>
        error ? reject(error as Error) : resolve(),
      );
    });
  }
}

/** The values of a single-column query, without an object for each row; TypeORM would create a million of them. */
export function readColumn(dataSource: DataSource, builder: SelectQueryBuilder<ObjectLiteral>): Promise<unknown[]> {
  const [sql, values] = builder.getQueryAndParameters();
  return readAgain(() => columnOf(dataSource, sql, values));
}

async function columnOf(dataSource: DataSource, sql: string, values: unknown[]): Promise<unknown[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const connection = (await runner.connect()) as PoolConnection;
    return await new Promise<unknown[]>((resolve, reject) => {
      const column: unknown[] = [];
      const settle = (error?: Error) => {
        connection.off('error', settle);
        if (error) reject(error);
        else resolve(column);
      };
      // The driver does not report a lost connection to statements without a callback.
      connection.on('error', settle);
      connection
        .query({ sql, values, rowsAsArray: true, timeout: dataSource.options.maxQueryExecutionTime })
        .on('result', (row) => column.push((row as unknown[])[0]))
        .on('end', () => settle())
        .on('error', (error: Error) => {
          if (isConnectionSpent(error)) connection.destroy();
          settle(error);
        });
    });
  } finally {
    await runner.release();
  }
}

/** Connects, and keeps one locked row or hanging statement from holding up the whole pool. */
export async function connectMysql(
  dataSource: DataSource,
  { syncReads }: Pick<SessionOptions, 'syncReads'>,
  times: DatabaseTimes,
): Promise<DataSource> {
  const driver = dataSource.driver as MysqlDriver;
  driver.createQueryRunner = (mode) => new SpendingQueryRunner(driver, mode, times.commit);
  dropLateTurns(driver, times.statement);
  keepLargeKeys(driver);
  keepStoredValues(driver);
  const lockWait = `innodb_lock_wait_timeout = ${Math.ceil(times.lock / 1000)}`;
  const sessions = new MysqlSessions({ syncReads, variables: [lockWait] });
  driver.mysql = withPassiveTimers(withExactTimes(await sessions.driver()));
  sessionsOf.set(dataSource, sessions);
  await dataSource.initialize();
  if (sessions.synced) await checkSyncWait(dataSource, times);
  return dataSource;
}

const sessionsOf = new WeakMap<DataSource, MysqlSessions>();

/** Rows of a statement as the server has them, even if it lags behind the others of its cluster. */
export function readUnsynced<T>(dataSource: DataSource, statement: string): Promise<T[]> {
  return dataSource.query<T[]>(sessionsOf.get(dataSource)?.unsynced(statement) ?? statement);
}

/** A wait that outlasts the statement's time limit is given up with its connection, but goes on in the server. */
async function checkSyncWait(dataSource: DataSource, { statement }: DatabaseTimes): Promise<void> {
  const [row] = await dataSource.query<{ options: string }[]>('SELECT @@GLOBAL.wsrep_provider_options AS options');
  if ((syncWaitLimit(row?.options ?? '') ?? 0) < statement) return;
  dataSource.logger.log(
    'warn',
    'A read may wait longer for other nodes of the database than a request has time: set repl.causal_read_timeout to PT3.8S',
  );
}

/** If the driver gives a key as digits, TypeORM would append the row's index to it as text instead of adding it. */
function keepLargeKeys(driver: MysqlDriver): void {
  const generatedMap = driver.createGeneratedMap.bind(driver);
  driver.createGeneratedMap = (metadata, result: { insertId?: unknown } | undefined, index) => {
    if (typeof result?.insertId !== 'string') return generatedMap(metadata, result, index);
    const key = metadata.generatedColumns.find(({ generationStrategy }) => generationStrategy === 'increment');
    return key?.createValueMap(String(BigInt(result.insertId) + BigInt(index)));
  };
}

/**
 * A request that waited this long for a connection has already been answered: after an outage the pool serves those who
 * still wait, not all those who gave up.
 */
function dropLateTurns(driver: MysqlDriver, patience: number): void {
  const obtain = driver.obtainMasterConnection.bind(driver) as () => Promise<PoolConnection>;
  driver.obtainMasterConnection = async () => {
    const asked = performance.now();
    const connection = await obtain();
    if (performance.now() - asked < patience) return connection;
    connection.release();
    throw errors.unavailable('no connection to the database came free in time');
  };
}
