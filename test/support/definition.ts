import type { TableColumn, TableDefinition } from '../../src/generator/model/table.js';

/** A column definition for tests, as MySQL would report it: `column('a', 'varchar(9)', { nullable: true })`. */
export function column(name: string, fullType: string, more: Partial<TableColumn> = {}): TableColumn {
  const [, type = '', first, second] = /^(\w+)(?:\((\d+)(?:,(\d+))?\))?/.exec(fullType) ?? [];
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  return {
    name,
    type,
    fullType,
    length: number(first),
    precision: number(first),
    scale: number(second),
    unsigned: fullType.includes('unsigned'),
    nullable: false,
    generated: false,
    autoIncrement: false,
    comment: '',
    ...more,
  };
}

/** The auto-increment key of {@link table}. */
export const ID = column('id', 'int(11)', { autoIncrement: true });

/** A MySQL table with an auto-increment key `id` and these columns, unless `more` says otherwise. */
export function table(name: string, columns: TableColumn[], more: Partial<TableDefinition> = {}): TableDefinition {
  return {
    dialect: 'mysql',
    name,
    view: false,
    comment: '',
    columns: [...(more.primaryKey || more.view ? [] : [ID]), ...columns],
    primaryKey: more.view ? [] : ['id'],
    uniqueKeys: [],
    foreignKeys: [],
    ...more,
  };
}
