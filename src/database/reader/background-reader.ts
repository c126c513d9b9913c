import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { FairQueue, type Waiter } from '../../core/fair-queue.js';
import { readColumn } from '../patches/mysql-query-runner.js';

/** Who asks for rows; nobody else waits longer because one asks for much. */
export interface Reader {
  userId: number;
  /** The request that waits for them. */
  lifetime?: Waiter;
}

/** Threads that read a SQLite file; one caller has one of them at most. */
const THREADS = 2;

/** Of the connections to another database, what such statements may take, and what one caller may. */
const POOL_SHARE = 0.8;
const POOL_SHARE_OF_ONE = 0.4;

/** Values of a column that a thread hands over at once: all of a million would be in memory several times. */
const PART = 10_000;

/** mysql2's own. */
const DEFAULT_POOL_SIZE = 10;

interface Question {
  sql: string;
  parameters: unknown[];
  /** Whether the values of the one column are wanted in place of rows. */
  onlyColumn: boolean;
}

interface Answer {
  rows?: unknown[];
  /** Whether further values of the same column follow. */
  more?: boolean;
  error?: { message: string; code: string };
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
parentPort.on('message', ({ sql, parameters, onlyColumn }) => {
  try {
    const statement = database.prepare(sql).safeIntegers();
    let rows = onlyColumn ? [] : statement.all(...parameters);
    for (const row of rows) for (const name in row) row[name] = exact(row[name]);
    if (onlyColumn) for (const value of statement.pluck().iterate(...parameters)) {
      if (rows.length === workerData.part) {
        parentPort.postMessage({ rows, more: true });
        rows = [];
      }
      rows.push(exact(value));
    }
    parentPort.postMessage({ rows });
  } catch ({ message, code }) {
    parentPort.postMessage({ error: { message, code } });
  }
});
`;

/**
 * Runs statements that read much, such as the count of a million rows, a few at a time and in turns for those who ask.
 * SQLite works in the process that asks, and would hold up every other request: there threads with connections of their
 * own do it, started when they are needed first. They see what is committed.
 */
@Injectable()
export class BackgroundReader implements OnApplicationShutdown {
  private readonly queue: FairQueue;
  private readonly threads = new Set<ReadingThread>();
  private readonly idle: ReadingThread[] = [];

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    const { options } = dataSource;
    const connections = (share: number) =>
      Math.max(1, Math.floor(((options.type === 'mysql' && options.poolSize) || DEFAULT_POOL_SIZE) * share));
    this.queue =
      options.type === 'better-sqlite3'
        ? new FairQueue({ slots: THREADS, slotsPerParty: 1 })
        : new FairQueue({ slots: connections(POOL_SHARE), slotsPerParty: connections(POOL_SHARE_OF_ONE) });
  }

  /**
   * The raw rows of a query.
   * @throws Error with the driver's code where the database refuses, AppError 503 where the request was cut meanwhile
   */
  rows<T>(builder: SelectQueryBuilder<ObjectLiteral>, reader?: Reader): Promise<T[]> {
    return this.turn(reader, async (file) =>
      file === undefined
        ? builder.getRawMany<T & ObjectLiteral>()
        : ((await this.readInThread(file, builder, false)) as T[]),
    );
  }

  /**
   * The values of a query of one column: of a million rows, without an object for each. Fails as {@link rows} does.
   */
  column(builder: SelectQueryBuilder<ObjectLiteral>, reader?: Reader): Promise<unknown[]> {
    return this.turn(reader, (file) =>
      file === undefined ? readColumn(this.dataSource, builder) : this.readInThread(file, builder, true),
    );
  }

  /** @param work is given the SQLite file that a thread is to read; undefined on other databases */
  private turn<T>(reader: Reader | undefined, work: (file: string | undefined) => Promise<T>): Promise<T> {
    const { options } = this.dataSource;
    const parties = reader ? [`user:${reader.userId}`] : [];
    const file = options.type === 'better-sqlite3' ? options.database : undefined;
    return this.queue.run(parties, reader?.lifetime, () => work(file));
  }

  private async readInThread(
    file: string,
    builder: SelectQueryBuilder<ObjectLiteral>,
    onlyColumn: boolean,
  ): Promise<unknown[]> {
    const [sql, parameters] = builder.getQueryAndParameters();
    const thread = this.idle.pop() ?? this.start(file);
    try {
      return await thread.read({ sql, parameters, onlyColumn });
    } finally {
      if (this.threads.has(thread)) this.idle.push(thread);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.threads].map((thread) => thread.end()));
  }

  private start(file: string): ReadingThread {
    const thread = new ReadingThread(file, () => {
      this.threads.delete(thread);
      const index = this.idle.indexOf(thread);
      if (index !== -1) this.idle.splice(index, 1);
    });
    this.threads.add(thread);
    return thread;
  }
}

/** A thread with a connection of its own, which runs one statement at a time. */
class ReadingThread {
  private readonly worker: Worker;
  private answer: { rows: unknown[]; resolve: (rows: unknown[]) => void; reject: (error: Error) => void } | undefined;

  /** @param ended called once the thread runs nothing any more */
  constructor(file: string, ended: () => void) {
    const driver = createRequire(import.meta.url).resolve('better-sqlite3');
    this.worker = new Worker(PROGRAM, { eval: true, execArgv: [], workerData: { driver, file, part: PART } });
    this.worker.unref();
    this.worker.on('message', ({ rows = [], more = false, error }: Answer) => {
      if (error) this.answer?.reject(Object.assign(new Error(error.message), { code: error.code }));
      for (const row of rows) this.answer?.rows.push(row);
      if (!more) this.answer?.resolve(this.answer.rows);
    });
    const fail = (error: Error) => {
      ended();
      this.answer?.reject(error);
    };
    this.worker.on('error', fail);
    this.worker.on('exit', () => fail(new Error('The reading thread has ended')));
  }

  read(question: Question): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      this.answer = { rows: [], resolve, reject };
      this.worker.postMessage(question);
    });
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}
