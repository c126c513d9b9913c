import type { DataSource } from 'typeorm';
import { isMissing } from '../../../dialect/database-errors.js';
import { convertAll, convertShort, isDue } from './logs.js';
import { LAST, definitionsOf, monthsAhead } from './months.js';
import type { Partition, Partitions } from '../../../dialect/partitions.js';
import { alter, onConnection, patiently } from './statements.js';

/** Partitions of MySQL and MariaDB, by RANGE COLUMNS on a time column. */
export const mysqlPartitions: Partitions = {
  of: partitionsOf,

  async makeAhead(dataSource, table, now) {
    const missing = await missingMonths(dataSource, table, now);
    if (missing.length === 0) return false;
    const made = `ALTER TABLE \`${table}\` REORGANIZE PARTITION ${LAST} INTO (${definitionsOf(missing)})`;
    try {
      await onConnection(dataSource, (runner) => alter(runner, made));
    } catch (error) {
      // Another instance may have made them meanwhile.
      if ((await missingMonths(dataSource, table, now)).length > 0) throw error;
    }
    return true;
  },

  drop: (dataSource, table, name) =>
    onConnection(dataSource, async (runner) => {
      try {
        const count = `SELECT COUNT(*) AS total FROM \`${table}\` PARTITION (${name})`;
        const [row] = await patiently<{ total: number | string }>(runner, count);
        await alter(runner, `ALTER TABLE \`${table}\` DROP PARTITION ${name}`);
        return Number(row?.total);
      } catch (error) {
        if (isMissing(error)) return 0;
        throw error;
      }
    }),

  isDue,
  convertShort,
  convertAll,
};

async function partitionsOf(dataSource: DataSource, table: string): Promise<Partition[]> {
  const rows = await dataSource.query<{ name: string | null; bound: string; estimate: number | string }[]>(
    `SELECT PARTITION_NAME AS name, PARTITION_DESCRIPTION AS bound, TABLE_ROWS AS estimate
      FROM information_schema.PARTITIONS
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? ORDER BY PARTITION_ORDINAL_POSITION`,
    [table],
  );
  return rows.flatMap(({ name, bound, estimate }) =>
    name === null ? [] : [{ name, before: momentOf(bound), rows: Number(estimate) }],
  );
}

/** The bound of a partition, parsed from the database's spelling: a quoted date or time, or a keyword for none. */
function momentOf(bound: string): Date | undefined {
  const [, day, time = '00:00:00'] = /^'(\S+?)(?: (\S+))?'$/.exec(bound) ?? [];
  return day === undefined ? undefined : new Date(`${day}T${time}Z`);
}

/** The coming months that a table has no partition for; none if the table is not partitioned at all. */
async function missingMonths(dataSource: DataSource, table: string, now: Date): Promise<Date[]> {
  const end = (await partitionsOf(dataSource, table)).findLast(({ before }) => before !== undefined)?.before;
  return end === undefined ? [] : monthsAhead(end, now);
}
