import type { DataSource, QueryRunner } from 'typeorm';
import type { Log } from '../../../../core/log/log.module.js';
import { isMissing } from '../../../dialect/database-errors.js';
import { tablePrefixOf } from '../../../entities/own-tables.js';
import { copyRows, newestId, removeDeleted } from './copy.js';
import { definitionsOf, firstMonth, monthsAhead } from './months.js';
import { alter, onConnection } from './statements.js';

/** The most rows that a log may have for the start to convert it. */
export const SHORT_LOG = 1_000_000;

/** The tables are swapped when no more rows than this were written during the last copy. */
const FEW = 1000;

/** Prefix of the table comment of a converted log; the last id copied before it replaced the old log follows. */
const COPIED = 'in partitions since id ';

/** How often another process may get ahead before the error is taken to have a different cause. */
const PATIENCE = 10;

/**
 * The gap between the last id of the old table and the first new id: larger than the number of rows written before the
 * swap.
 */
const ID_MARGIN = 100_000;

/** Thrown for a log that cannot be partitioned. */
export class Unconvertible extends Error {}

/**
 * Partitions a log: its rows are copied into a new table, which then takes its place. The tables alone show what is
 * left to do, so an interrupted conversion can be resumed at any point, and two at once do no harm.
 * docs/decisions/0039-logs-in-partitions.md
 */
export class Conversion {
  readonly table: string;
  /** The table that is being filled. */
  private readonly next: string;
  /** The table that was replaced. */
  private readonly old: string;

  constructor(
    private readonly dataSource: DataSource,
    table: string,
    private readonly log: Log,
    private readonly now: Date,
  ) {
    this.table = tablePrefixOf(dataSource) + table;
    this.next = `${this.table}_next`;
    this.old = `${this.table}_old`;
  }

  /** How much there is to convert: nothing, at most `short` rows, or more. */
  extent(short: number): Promise<'none' | 'short' | 'long'> {
    return onConnection(this.dataSource, async (runner) => {
      const { partitioned, waiting } = await this.state(runner);
      if (!waiting.includes(partitioned ? this.old : this.table)) return 'none';
      const rows = `SELECT 1 FROM \`${partitioned ? this.old : this.table}\` LIMIT ${short + 1}`;
      const [counted] = (await runner.query(`SELECT COUNT(*) AS total FROM (${rows}) AS counted`)) as [
        { total: number },
      ];
      return Number(counted.total) > short ? 'long' : 'short';
    });
  }

  async run(): Promise<void> {
    const started = performance.now();
    const done = await onConnection(this.dataSource, async (runner) => {
      for (let missed = 0; ;) {
        const { partitioned, waiting } = await this.state(runner);
        if (partitioned && !waiting.includes(this.old)) return missed > 0;
        try {
          if (partitioned) return await this.finish(runner);
          return await this.replace(runner, waiting.includes(this.next));
        } catch (error) {
          // Another process is converting it too and was faster: what is left to do has changed.
          if (!isMissing(error) || ++missed > PATIENCE) throw error;
        }
      }
    });
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    if (done) this.log.info({ table: this.table, seconds }, 'A log was put into partitions');
  }

  /** Whether the log is partitioned, and which of the three tables exist. */
  private async state(runner: QueryRunner): Promise<{ partitioned: boolean; waiting: string[] }> {
    const tables = (await runner.query(
      `SELECT TABLE_NAME AS name, CREATE_OPTIONS AS options FROM information_schema.TABLES
        WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN (?, ?, ?)`,
      [this.table, this.next, this.old],
    )) as { name: string; options: string }[];
    const own = tables.find(({ name }) => name === this.table);
    return { partitioned: own?.options.includes('partitioned') ?? false, waiting: tables.map(({ name }) => name) };
  }

  /** @returns whether there was anything to copy */
  private async replace(runner: QueryRunner, begun: boolean): Promise<boolean> {
    await this.refuseHangers(runner);
    const [{ oldest }] = (await runner.query(`SELECT MIN(created_at) AS oldest FROM \`${this.table}\``)) as [
      { oldest: Date | null },
    ];
    if (oldest === null) {
      await this.partition(runner, this.table, this.now);
      return false;
    }
    if (!begun || !(await this.isUsable(runner))) {
      await runner.query(`DROP TABLE IF EXISTS \`${this.next}\``);
      await runner.query(`CREATE TABLE \`${this.next}\` LIKE \`${this.table}\``);
      await this.partition(runner, this.next, oldest);
    }
    await copyRows(runner, this.table, this.next, undefined, this.progress());
    await removeDeleted(runner, this.table, this.next);
    while ((await copyRows(runner, this.table, this.next)) > FEW);
    const settled = await newestId(runner, this.table);
    // Waits for every transaction that uses the table: from then on, rows with ids up to this one are committed.
    await alter(runner, `ALTER TABLE \`${this.table}\` COMMENT = ''`);
    await copyRows(runner, this.table, this.next);
    await alter(
      runner,
      `ALTER TABLE \`${this.next}\` AUTO_INCREMENT = ${settled + ID_MARGIN}, COMMENT = '${COPIED}${settled}'`,
    );
    await alter(runner, `RENAME TABLE \`${this.table}\` TO \`${this.old}\`, \`${this.next}\` TO \`${this.table}\``);
    return this.finish(runner);
  }

  /**
   * Applies the writes and deletions that came before the tables were swapped: nobody writes to the old one any more.
   * Rows that were copied before are not copied again, because they may have been deleted from the new table since; its
   * comment has the last copied id.
   */
  private async finish(runner: QueryRunner): Promise<boolean> {
    const [{ comment }] = (await runner.query(
      'SELECT TABLE_COMMENT AS comment FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?',
      [this.table],
    )) as [{ comment: string }];
    await copyRows(runner, this.old, this.table, Number(comment.slice(COPIED.length)) || 0);
    await removeDeleted(runner, this.old, this.table);
    await runner.query(`DROP TABLE IF EXISTS \`${this.old}\``);
    return true;
  }

  /** A table can only be partitioned by a column that is part of every unique key. */
  private async partition(runner: QueryRunner, table: string, oldest: Date): Promise<void> {
    const months = definitionsOf(monthsAhead(firstMonth(oldest, this.now), this.now));
    await alter(
      runner,
      `ALTER TABLE \`${table}\` MODIFY id BIGINT NOT NULL AUTO_INCREMENT, DROP PRIMARY KEY, ADD PRIMARY KEY (id, created_at)
        PARTITION BY RANGE COLUMNS (created_at) (${months})`,
    );
  }

  /** Whether the table that an interrupted conversion left is partitioned and has the same columns as the log. */
  private async isUsable(runner: QueryRunner): Promise<boolean> {
    const shapes = (await runner.query(
      `SELECT (SELECT GROUP_CONCAT(COLUMN_NAME ORDER BY COLUMN_NAME) FROM information_schema.COLUMNS AS c
          WHERE c.TABLE_SCHEMA = t.TABLE_SCHEMA AND c.TABLE_NAME = t.TABLE_NAME) AS names, t.CREATE_OPTIONS AS options
        FROM information_schema.TABLES AS t WHERE t.TABLE_SCHEMA = DATABASE() AND t.TABLE_NAME IN (?, ?)
        ORDER BY t.TABLE_NAME = ?`,
      [this.table, this.next, this.next],
    )) as { names: string; options: string }[];
    const [own, next] = shapes;
    return own?.names === next?.names && next?.options.includes('partitioned') === true;
  }

  /** A partitioned table cannot have foreign keys, and triggers would go with the old table. */
  private async refuseHangers(runner: QueryRunner): Promise<void> {
    const hangers = (await runner.query(
      `SELECT CONSTRAINT_NAME AS name FROM information_schema.REFERENTIAL_CONSTRAINTS
        WHERE CONSTRAINT_SCHEMA = DATABASE() AND ? IN (TABLE_NAME, REFERENCED_TABLE_NAME)
        UNION ALL SELECT TRIGGER_NAME FROM information_schema.TRIGGERS
        WHERE EVENT_OBJECT_SCHEMA = DATABASE() AND EVENT_OBJECT_TABLE = ?`,
      [this.table, this.table],
    )) as { name: string }[];
    if (hangers.length === 0) return;
    const names = hangers.map(({ name }) => name).join(', ');
    throw new Unconvertible(
      `${this.table} has foreign keys or triggers, which a table in partitions cannot keep: ${names}`,
    );
  }

  /** Logs from time to time how many rows of a long copy are done. */
  private progress(): (copied: number) => void {
    let said = performance.now();
    return (copied) => {
      if (performance.now() - said < 5000) return;
      said = performance.now();
      this.log.info({ table: this.table, copied }, 'A log is being copied into partitions');
    };
  }
}
