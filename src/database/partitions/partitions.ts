import type { DataSource } from 'typeorm';
import type { Log } from '../../core/log/log.module.js';

/** A part of a table with the rows of some time. */
export interface Partition {
  name: string;
  /** Its rows are of before this moment, and those of the partition before it end where they begin; undefined: all. */
  before: Date | undefined;
  /** How many rows it has, as the database estimates. */
  rows: number;
}

/** Tables in partitions by months, where a kind of database has them. */
export interface Partitions {
  /** The partitions of a table, the oldest first; none where it is in one piece. */
  of(dataSource: DataSource, table: string): Promise<Partition[]>;

  /**
   * Gives the months to come partitions of their own, unless they have them.
   * @returns whether a partition was made
   * @throws QueryFailedError where the table was in use for too long
   */
  makeAhead(dataSource: DataSource, table: string, now: Date): Promise<boolean>;

  /**
   * Removes a partition with its rows.
   * @returns how many rows it had; 0 where another instance has removed it
   * @throws QueryFailedError where the table was in use for too long
   */
  drop(dataSource: DataSource, table: string, name: string): Promise<number>;

  /** Whether a log is not in partitions that {@link convertShort} would convert; of long ones the log says what to do. */
  isDue(dataSource: DataSource, log: Log): Promise<boolean>;

  /**
   * Puts the logs into partitions that are short enough for a start. One that cannot be converted stays as it is, which
   * the log says.
   */
  convertShort(dataSource: DataSource, log: Log, now: Date): Promise<void>;

  /**
   * Puts the logs into partitions, however long they are, while the service goes on writing and deleting rows. What was
   * interrupted goes on where it was.
   * @throws Error where a log cannot be converted
   */
  convertAll(dataSource: DataSource, log: Log, now: Date): Promise<void>;
}
