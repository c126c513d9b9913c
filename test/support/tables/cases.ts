import { OPERATIONS, type CrudOperation } from '../../../src/crud/permissions.js';
import { binaryTextTables } from './binary-texts.js';
import type { Database, TableCase } from './case.js';
import { keyTables } from './keys.js';
import { lifeTables } from './life.js';
import { legacyTables } from './legacy.js';
import { mysqlTables } from './mysql.js';
import { referenceTables } from './references.js';
import { sqliteTables } from './sqlite.js';
import { valueTables } from './values.js';
import { views } from './views.js';

/** All tables for a kind of database, in the order in which they are created. */
export function casesOf(database: Database): TableCase[] {
  const themed = [keyTables, binaryTextTables, referenceTables, lifeTables, valueTables]
    .flat()
    .map((table) => table(database));
  const own = database === 'mysql' ? [...mysqlTables, ...legacyTables] : sqliteTables;
  return [...own, ...themed, ...views];
}

/** Name of a table's module in its route and files. */
export function kebabOf({ name, kebab }: TableCase): string {
  return kebab ?? name.replaceAll('_', '-').toLowerCase();
}

export function operationsOf({ operations }: TableCase): readonly CrudOperation[] {
  if (operations === 3) return ['page', 'list', 'export'];
  if (operations === 4) return ['page', 'list', 'export', 'detail'];
  return operations === 7 ? OPERATIONS.filter((name) => name !== 'update') : OPERATIONS;
}

/** Whether it is read-only, as views are. */
export function isView({ operations }: TableCase): boolean {
  return operations === 3 || operations === 4;
}

/** Permission codes of a module. */
export function codesOf(table: TableCase): string[] {
  const camel = kebabOf(table).replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
  return operationsOf(table).map((operation) => `app:${camel}:${operation}`);
}

/** The files that the generator writes for a table. */
export function filesOf(table: TableCase): string[] {
  const kebab = kebabOf(table);
  const bodies = isView(table) ? [] : ['dto'];
  const pages = [
    `console/src/pages/${kebab}.page.vue`,
    `console/src/pages/${kebab}.text.ts`,
    `console/test/flow/generated/${kebab}.spec.ts`,
  ];
  const kinds = ['entity', ...bodies, 'service', 'controller', 'permissions', 'seed', 'module'];
  return [
    ...kinds.map((kind) => `src/modules/${kebab}/${kebab}.${kind}.ts`),
    `test/generated/${kebab}.spec.ts`,
    ...(table.link ? [] : pages),
  ];
}
