/** A migration that is about to be written. */
export interface NewMigration {
  /** Name of its file, without the folder. */
  file: string;
  className: string;
  text: string;
}

const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** Whether a table, or a column of one of Steward's tables, has a name that is reserved for projects. */
export function isOfProject(table: string, column = ''): boolean {
  return table.startsWith('app_') || column.startsWith('x_');
}

/**
 * A migration that creates a table, or that adds a column to one.
 * @param time in milliseconds since 1970; it determines the order of migrations
 * @throws Error if a name is not lower-case snake case
 */
export function newMigration(time: number, table: string, column?: string): NewMigration {
  for (const name of [table, ...(column === undefined ? [] : [column])]) {
    if (!NAME.test(name)) throw new Error(`${name} is not a name like last_login_at`);
  }
  const words = [...table.split('_'), ...(column?.split('_') ?? [])];
  const className = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') + time;
  const file = `${time}-${words.join('-')}.ts`;
  return {
    file,
    className,
    text: column === undefined ? tableText(className, table) : columnText(className, table, column),
  };
}

/**
 * The list of migrations with one appended.
 * @throws Error if the list does not have the expected form
 */
export function withMigration(list: string, { file, className }: NewMigration): string {
  const imported = list.lastIndexOf('\nimport { ');
  const end = list.lastIndexOf('\n];');
  if (imported < 0 || end < 0) throw new Error('The list of migrations is not an array below imports');
  const afterImports = list.indexOf('\n', imported + 1);
  return (
    list.slice(0, afterImports) +
    `\nimport { ${className} } from './${file.replace(/\.ts$/, '.js')}';` +
    list.slice(afterImports, end) +
    `\n  ${className},` +
    list.slice(end)
  );
}

function helpersOf(table: string, column?: string): string {
  return isOfProject(table, column) ? 'steward/database' : './schema.js';
}

function columnText(className: string, table: string, column: string): string {
  return `import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, addColumn, dropColumn } from '${helpersOf(table, column)}';

/** Adds ${table}.${column}. */
export class ${className} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, '${table}', new Columns(runner).text('${column}', 64));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, '${table}', '${column}');
  }
}
`;
}

function tableText(className: string, table: string): string {
  return `import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Columns, createTable, dropTable, index } from '${helpersOf(table)}';

/** Creates ${table}. */
export class ${className} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new Columns(runner);
    await createTable(
      runner,
      '${table}',
      [column.id(), column.int('tenant_id', { default: 0 }), ...column.audit()],
      [index('${table}', 'tenant_id')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, '${table}');
  }
}
`;
}
