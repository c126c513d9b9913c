import type { TableCase } from './case.js';

const view = (name: string, select: string, rest: Partial<TableCase> = {}): TableCase => ({
  name,
  ddl: [`CREATE VIEW ${name} AS ${select}`],
  operations: 3,
  ...rest,
});

/** Views: over several tables, with equal rows, of aggregates, and with a key that the design names. */
export const views: TableCase[] = [
  view(
    'v_goods',
    'SELECT c.id, c.title, a.subject FROM shop_categories c LEFT JOIN shop_article a ON a.category_id = c.id',
  ),
  view('v_equal', "SELECT 1 AS one, 'x' AS letter UNION ALL SELECT 1, 'x' UNION ALL SELECT NULL, NULL"),
  view('v_totals', 'SELECT COUNT(*) AS amount, MAX(title) AS title FROM shop_categories'),
  view('v_keyed', 'SELECT code, name FROM geo_country', { design: { key: ['code'] }, operations: 4 }),
];
