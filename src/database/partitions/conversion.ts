import type { DataSource, QueryRunner } from 'typeorm';
import type { Log } from '../../core/log/log.module.js';
import { isMissing } from '../drivers/errors.js';
import { tablePrefixOf } from '../entities/own-tables.js';
import { copyRows, newestId, removeDeleted } from './copy.js';
import { definitionsOf, firstMonth, monthsAhead } from './months.js';
import { alter, onConnection } from './statements.js';

/** Rows that a log may have at most for the start to convert it. */
export const SHORT = 1_000_000;

/** Rows that were written while the last ones were copied: with no more than these, the tables are exchanged. */
const FEW = 1000;

/** Begins the comment of a converted log, before the last id that was copied when it took the place of the old one. */
const COPIED = 'in partitions since id ';

/** How often another process may be first before something else is wrong. */
const PATIENCE = 10;

/** How far beyond the last id of the old table the new one begins: more than are written until it takes its place. */
const ID_MARGIN = 100_000;

/** A log that cannot be put into partitions. */
export class Unconvertible extends Error {}

/**
 * Puts a log into partitions: a new table beside it, into which the rows are copied, and which then takes its place. What
 * is left to do shows in the tables alone, so that one that was interrupted goes on, wherever that was; two at once do no
 * harm. docs/decisions/0039-logs-in-partitions.md
 */
export class Conversion {
  readonly table: string;
  /** What is filled. */
  private readonly next: string;
  /** What was replaced. */
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

  /** What there is to convert: nothing, no more than a start has time for, or more. */
  extent(): Promise<'none' | 'short' | 'long'> {
    return onConnection(this.dataSource, async (runner) => {
      const { partitioned, waiting } = await this.state(runner);
      if (!waiting.includes(partitioned ? this.old : this.table)) return 'none';
      const rows = `SELECT 1 FROM \`${partitioned ? this.old : this.table}\` LIMIT ${SHORT + 1}`;
      const [counted] = (await runner.query(`SELECT COUNT(*) AS total FROM (${rows}) AS counted`)) as [
        { total: number },
      ];
      return Number(counted.total) > SHORT ? 'long' : 'short';
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
          // Another process converts it too, and was first: what is left to do has changed.
          if (!isMissing(error) || ++missed > PATIENCE) throw error;
        }
      }
    });
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    if (done) this.log.info({ table: this.table, seconds }, 'A log was put into partitions');
  }

  /** Whether the log is in partitions, and which of the other two tables are there. */
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
    // Waits for every transaction that uses the table: rows with ids up to this one are committed from then on.
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
   * What was written and deleted until the tables were exchanged: nobody writes to the old one any more. Of rows that
   * were copied before, the new one knows better, since they may have been deleted there; its comment says which.
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

  /** A table can only be in partitions by a column that is part of every unique key. */
  private async partition(runner: QueryRunner, table: string, oldest: Date): Promise<void> {
    const months = definitionsOf(monthsAhead(firstMonth(oldest, this.now), this.now));
    await alter(
      runner,
      `ALTER TABLE \`${table}\` MODIFY id BIGINT NOT NULL AUTO_INCREMENT, DROP PRIMARY KEY, ADD PRIMARY KEY (id, created_at)
        PARTITION BY RANGE COLUMNS (created_at) (${months})`,
    );
  }

  /** Whether the table that an interrupted conversion left has its partitions, and the columns of this version. */
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

  /** A table in partitions has no foreign keys, and triggers would go with the old table. */
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

  /** Says now and then how far a long copy is. */
  private progress(): (copied: number) => void {
    let said = performance.now();
    return (copied) => {
      if (performance.now() - said < 5000) return;
      said = performance.now();
      this.log.info({ table: this.table, copied }, 'A log is being copied into partitions');
    };
  }
}
