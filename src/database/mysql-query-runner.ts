import type { Pool, PoolConnection } from 'mysql2';
import type { DataSource } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';
import { errors } from '../common/errors/errors.js';
import { isTimeout } from './errors.js';
import { STATEMENT_TIMEOUT_MS } from './options.js';

/** How long a statement waits for a row that another transaction has locked, in seconds; below the statement timeout. */
const LOCK_WAIT_S = 3;

/**
 * Gives up a connection whose statement timed out: the statement still runs on it, and whoever got it from the pool next
 * would wait behind it.
 */
class ImpatientQueryRunner extends MysqlQueryRunner {
  override async query<T>(query: string, parameters?: unknown[], useStructuredResult?: boolean): Promise<T> {
    try {
      return (await super.query(query, parameters, useStructuredResult)) as T;
    } catch (error) {
      if (isTimeout(error)) ((await this.connect()) as PoolConnection).destroy();
      throw error;
    }
  }
}

/** Connects, and keeps one locked row or hanging statement from holding up the whole pool. */
export async function connectMysql(dataSource: DataSource): Promise<DataSource> {
  const driver = dataSource.driver as MysqlDriver;
  driver.createQueryRunner = (mode) => new ImpatientQueryRunner(driver, mode);
  dropLateTurns(driver);
  keepLargeKeys(driver);
  await dataSource.initialize();
  const limitLockWaits = `SET SESSION innodb_lock_wait_timeout = ${LOCK_WAIT_S}`;
  (driver.pool as Pool).on('connection', (connection) => connection.query(limitLockWaits, () => undefined));
  await dataSource.query(limitLockWaits);
  return dataSource;
}

/** TypeORM would add the number of a row to a key that the driver gives as digits, as if both were text. */
function keepLargeKeys(driver: MysqlDriver): void {
  const generatedMap = driver.createGeneratedMap.bind(driver);
  driver.createGeneratedMap = (metadata, result: { insertId?: unknown } | undefined, index) => {
    if (typeof result?.insertId !== 'string') return generatedMap(metadata, result, index);
    const key = metadata.generatedColumns.find(({ generationStrategy }) => generationStrategy === 'increment');
    return key?.createValueMap(String(BigInt(result.insertId) + BigInt(index)));
  };
}

/**
 * Whoever waited for a connection so long has been answered: after an outage the pool serves those who still wait, not
 * the work of all who gave up.
 */
function dropLateTurns(driver: MysqlDriver): void {
  const obtain = driver.obtainMasterConnection.bind(driver) as () => Promise<PoolConnection>;
  driver.obtainMasterConnection = async () => {
    const asked = performance.now();
    const connection = await obtain();
    if (performance.now() - asked < STATEMENT_TIMEOUT_MS) return connection;
    connection.release();
    throw errors.unavailable('no connection to the database came free in time');
  };
}
