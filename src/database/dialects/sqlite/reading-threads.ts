import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { assertSpareDescriptors } from '../../../core/descriptors.js';
import type { HeavyReads } from '../../dialect/dialect.js';

/** Threads that read a file; one caller uses at most one of them. */
const THREADS = 2;

/** Column values that a thread hands over at once: a million at once would be in memory several times. */
const PART = 10_000;

interface Question {
  sql: string;
  parameters: unknown[];
  /** Whether the values of a single column are wanted instead of rows. */
  onlyColumn: boolean;
}

interface Answer {
  rows?: unknown[];
  /** Whether further values of the same column follow. */
  more?: boolean;
  error?: { message: string; code: string };
}

/**
 * The thread's program, as text, because tests run the sources, which have no separate file for it. A whole number that
 * JavaScript would round is given as its digits, as by the MySQL driver.
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
 * Reads a SQLite file in threads that have connections of their own and are started when first needed: on the main
 * thread, a statement would hold up every other request.
 */
export class ReadingThreads implements HeavyReads {
  readonly limits = { slots: THREADS, slotsPerParty: 1 };
  private readonly threads = new Set<ReadingThread>();
  private readonly idle: ReadingThread[] = [];

  constructor(private readonly file: string) {}

  rows(builder: SelectQueryBuilder<ObjectLiteral>): Promise<unknown[]> {
    return this.read(builder, false);
  }

  column(builder: SelectQueryBuilder<ObjectLiteral>): Promise<unknown[]> {
    return this.read(builder, true);
  }

  async close(): Promise<void> {
    await Promise.all([...this.threads].map((thread) => thread.end()));
  }

  private async read(builder: SelectQueryBuilder<ObjectLiteral>, onlyColumn: boolean): Promise<unknown[]> {
    const [sql, parameters] = builder.getQueryAndParameters();
    const thread = this.idle.pop() ?? this.start();
    try {
      return await thread.read({ sql, parameters, onlyColumn });
    } finally {
      if (this.threads.has(thread)) this.idle.push(thread);
    }
  }

  private start(): ReadingThread {
    const thread = new ReadingThread(this.file, () => {
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

  /** @param ended called when the thread has ended */
  constructor(file: string, ended: () => void) {
    assertSpareDescriptors();
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
