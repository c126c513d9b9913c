import type { DataSource } from 'typeorm';
import type { Log } from '../../core/log/log.module.js';

/** A part of a table with the rows of a period of time. */
export interface Partition {
  name: string;
  /**
   * The exclusive upper bound of its rows' times, or undefined; its lower bound is the upper bound of the partition
   * before it.
   */
  before: Date | undefined;
  /** How many rows it has, by the database's estimate. */
  rows: number;
}

/** Tables partitioned by month, if a kind of database has them. */
export interface Partitions {
  /** The partitions of a table, the oldest first; none if it is not partitioned. */
  of(dataSource: DataSource, table: string): Promise<Partition[]>;

  /**
   * Creates partitions for the coming months that do not have one.
   * @returns whether a partition was created
   * @throws QueryFailedError if the table was in use for too long
   */
  makeAhead(dataSource: DataSource, table: string, now: Date): Promise<boolean>;

  /**
   * Removes a partition with its rows.
   * @returns how many rows it had; 0 if another instance has removed it
   * @throws QueryFailedError if the table was in use for too long
   */
  drop(dataSource: DataSource, table: string, name: string): Promise<number>;

  /** Whether there is a log that {@link convertShort} would convert; for longer ones, a warning says what to do. */
  isDue(dataSource: DataSource, log: Log, short: number): Promise<boolean>;

  /**
   * Partitions the logs that are short enough for a start. One that cannot be converted stays as it is, with a warning.
   * @param short the most rows that such a log has
   */
  convertShort(dataSource: DataSource, log: Log, short: number, now: Date): Promise<void>;

  /**
   * Partitions the logs, however long they are, while the service goes on writing and deleting rows. An interrupted
   * conversion is resumed where it stopped.
   * @throws Error if a log cannot be converted
   */
  convertAll(dataSource: DataSource, log: Log, now: Date): Promise<void>;
}
