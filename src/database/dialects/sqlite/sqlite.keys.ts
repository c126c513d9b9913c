import type { ReferringColumn, KeyDialect } from '../../dialect/dialect.js';

/** The keys of SQLite's tables. */
export const sqliteKeys: KeyDialect = {
  async referringTo(manager, table) {
    const keys = await manager.query<(ReferringColumn & { id: number })[]>(
      `SELECT m.name AS "table", f."from" AS "column", COALESCE(f."to", 'id') AS "refersTo", f.id AS id
        FROM sqlite_master AS m JOIN pragma_foreign_key_list(m.name) AS f
        WHERE m.type = 'table' AND f."table" = ? COLLATE NOCASE ORDER BY m.name, f.id`,
      [table],
    );
    const columnsOf = (one: (typeof keys)[number]) =>
      keys.filter(({ table: name, id }) => name === one.table && id === one.id).length;
    return keys
      .filter((key) => columnsOf(key) === 1)
      .map(({ table: from, column, refersTo }) => ({ table: from, column, refersTo }));
  },

  // The error names the columns, each with its table, unless the key is an index of expressions.
  columnsOf: async (_manager, _table, key) =>
    key.startsWith('index ') ? [] : key.split(', ').map((column) => column.slice(column.lastIndexOf('.') + 1)),
};
