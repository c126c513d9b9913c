import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';

interface Answer {
  id: number;
  rows?: unknown[];
  error?: { message: string; code: string };
}

interface Pending {
  resolve: (rows: unknown[]) => void;
  reject: (error: Error) => void;
}

/**
 * What the thread runs: as text, because it has no file of its own beside the tests' sources. A whole number that
 * JavaScript would round is given as its digits, as the driver of MySQL does.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const Database = require(workerData.driver);
const database = new Database(workerData.file, { readonly: true, fileMustExist: true });
const exact = (value) => {
  if (typeof value !== 'bigint') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
};
parentPort.on('message', ({ id, sql, parameters }) => {
  try {
    const rows = database.prepare(sql).safeIntegers().all(...parameters);
    for (const row of rows) for (const name in row) row[name] = exact(row[name]);
    parentPort.postMessage({ id, rows });
  } catch ({ message, code }) {
    parentPort.postMessage({ id, error: { message, code } });
  }
});
`;

/**
 * Runs statements that read much, such as the count of a million rows. SQLite works in the process that asks, and would
 * hold up every other request: there a thread with a connection of its own does it, started at the first such
 * statement. It sees what is committed. Other databases work apart anyway.
 */
@Injectable()
export class BackgroundReader implements OnApplicationShutdown {
  private readonly pending = new Map<number, Pending>();
  private worker: Worker | undefined;
  private lastId = 0;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * The raw rows of a query.
   * @throws Error with the driver's code where the database refuses
   */
  async rows<T>(builder: SelectQueryBuilder<ObjectLiteral>): Promise<T[]> {
    const { options } = this.dataSource;
    if (options.type !== 'better-sqlite3') return builder.getRawMany<T & ObjectLiteral>();
    const [sql, parameters] = builder.getQueryAndParameters();
    const worker = (this.worker ??= this.start(options.database));
    return new Promise<T[]>((resolve, reject) => {
      const id = ++this.lastId;
      this.pending.set(id, { resolve: resolve as Pending['resolve'], reject });
      worker.postMessage({ id, sql, parameters });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.terminate();
  }

  private start(file: string): Worker {
    const driver = createRequire(import.meta.url).resolve('better-sqlite3');
    const worker = new Worker(PROGRAM, { eval: true, execArgv: [], workerData: { driver, file } });
    worker.unref();
    worker.on('message', ({ id, rows, error }: Answer) => {
      const waiting = this.pending.get(id);
      this.pending.delete(id);
      if (error) waiting?.reject(Object.assign(new Error(error.message), { code: error.code }));
      else waiting?.resolve(rows ?? []);
    });
    // A thread that ended answers nobody; the next statement starts another.
    const ended = (error: Error) => {
      if (this.worker === worker) this.worker = undefined;
      for (const { reject } of this.pending.values()) reject(error);
      this.pending.clear();
    };
    worker.on('error', ended);
    worker.on('exit', () => ended(new Error('The reading thread has ended')));
    return worker;
  }
}
