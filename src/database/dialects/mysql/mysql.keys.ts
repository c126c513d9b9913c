import type { ReferringColumn, KeyDialect } from '../../dialect/dialect.js';

/** The keys of the tables of MySQL and MariaDB. */
export const mysqlKeys: KeyDialect = {
  referringTo: (manager, table) =>
    manager.query<ReferringColumn[]>(
      `SELECT TABLE_NAME AS \`table\`, MIN(COLUMN_NAME) AS \`column\`, MIN(REFERENCED_COLUMN_NAME) AS refersTo
        FROM information_schema.KEY_COLUMN_USAGE
        WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME = ?
        GROUP BY TABLE_NAME, CONSTRAINT_NAME HAVING COUNT(*) = 1 ORDER BY TABLE_NAME, CONSTRAINT_NAME`,
      [table],
    ),

  async columnsOf(manager, table, key) {
    const columns = await manager.query<{ name: string | null }[]>(
      `SELECT COLUMN_NAME AS name FROM information_schema.STATISTICS
        WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND INDEX_NAME = ? ORDER BY SEQ_IN_INDEX`,
      [table, key],
    );
    // A key over expressions has no names.
    return columns.flatMap(({ name }) => name ?? []);
  },
};
