import type { SavedDesign } from '../../../src/generator/design/design.js';
import type { TableColumn, TableDefinition } from '../../../src/generator/model/table.js';
import { column, table } from '../definition.js';
import type { Source } from '../rendering.js';

/** A change of a table, or of the templates that its files are rendered with. */
export interface Change {
  name: string;
  source: Source;
}

const PRODUCT = table(
  'product',
  [
    column('tenant_id', 'int(11)', { default: { value: '0' } }),
    column('name', 'varchar(64)', { comment: 'Name' }),
    column('status', 'tinyint(4)', { default: { value: '1' }, comment: 'status:1-on 0-off' }),
    column('price', 'decimal(10,2)', { comment: 'Price' }),
    column('notes', 'text', { nullable: true }),
    column('released', 'date', { nullable: true }),
    column('created_at', 'datetime'),
    column('updated_at', 'datetime'),
  ],
  { comment: 'Product', uniqueKeys: [{ name: 'u', columns: ['tenant_id', 'name'] }] },
);

const ORDERS = table(
  'orders',
  [
    column('number', 'varchar(20)', { comment: 'Number' }),
    column('category_id', 'int(11)', { comment: 'Category' }),
    column('state', 'varchar(10)', { default: { value: 'new' }, comment: 'state:new-New,paid-Paid,sent-Sent' }),
    column('kind', "enum('a','b')", { values: ['a', 'b'], default: { value: 'a' } }),
    column('del_flag', 'char(1)', { default: { value: '0' } }),
    column('create_by', 'varchar(64)', { nullable: true }),
    column('create_time', 'datetime', { nullable: true }),
  ],
  { comment: 'Orders' },
);

const LINE = table('orders_line', [
  column('order_id', 'int(11)'),
  column('product_id', 'int(11)'),
  column('amount', 'int(11)'),
  column('note', 'varchar(20)', { nullable: true }),
]);

const CATEGORY = table('category', [column('title', 'varchar(30)'), column('tenant_id', 'int(11)')]);

const LINES: SavedDesign = { lines: [{ table: 'orders_line', by: 'order_id' }] };

/** The tables before they change: a plain one, and one with references, lines, value lists and a deletion mark. */
export const PLAIN = sourceOf(PRODUCT);
export const RICH = sourceOf(ORDERS);

const weight = column('weight', 'int(11)', { nullable: true, comment: 'Weight' });
const category = column('category_id', 'int(11)', { nullable: true });

/** Changes of {@link PLAIN}. @param templates a folder with changed templates */
export function plainChanges(templates: string): Change[] {
  return [
    plain('a column at the end', { add: [weight] }),
    plain('a column at the front', { add: [weight], at: 1 }),
    plain('a column in the middle', { add: [weight], at: 4 }),
    plain('two columns', { add: [weight, column('colour', 'varchar(9)')], at: 5 }),
    plain('a column dropped', { drop: ['notes'] }),
    plain('a named column dropped', { drop: ['price'] }),
    plain('a column nullable', { set: { price: { nullable: true } } }),
    plain('a column longer', { set: { name: { fullType: 'varchar(100)', length: 100, precision: 100 } } }),
    plain('another type', { set: { released: { type: 'datetime', fullType: 'datetime' } } }),
    plain('another comment', { set: { name: { comment: 'Title' } } }),
    plain('another label of the table', {}, { comment: 'Goods' }),
    plain('a default', { set: { price: { default: { value: '1.00' } } } }),
    plain('another unique key', {}, { uniqueKeys: [{ name: 'u', columns: ['released'] }] }),
    plain('a reference', { add: [category], at: 3 }),
    plain('a mark of deletion', { add: [column('deleted', 'tinyint(1)', { default: { value: '0' } })] }),
    plain('no tenant any more', { drop: ['tenant_id'] }, { uniqueKeys: [] }),
    plain('no times any more', { drop: ['updated_at'] }),
    plain('another order', { drop: ['price'], add: [PRODUCT.columns[4] as TableColumn], at: 2 }),
    plain('other values', { set: { status: { comment: 'status:1-on 0-off 2-lost' } } }),
    plain('one gone and one come', { drop: ['released'], add: [weight], at: 2 }),
    { name: 'other templates', source: { ...PLAIN, templates } },
  ];
}

/** Changes of {@link RICH}. */
export function richChanges(templates: string): Change[] {
  return [
    rich('a column at the end', { add: [weight] }),
    rich('a column at the front', { add: [weight], at: 1 }),
    rich('a column in the middle', { add: [weight], at: 3 }),
    rich('a column dropped', { drop: ['kind'] }),
    rich('the reference dropped', { drop: ['category_id'] }),
    rich('a column nullable', { set: { number: { nullable: true } } }),
    rich('a column longer', { set: { number: { fullType: 'varchar(40)', length: 40, precision: 40 } } }),
    rich('a tenant', { add: [column('tenant_id', 'int(11)')], at: 1 }),
    rich('times', { add: [column('update_time', 'datetime', { nullable: true })] }),
    rich('other values', { set: { state: { comment: 'state:new-New,paid-Paid,lost-Lost' } } }),
    rich('a value of an enum more', { set: { kind: { values: ['a', 'b', 'c'] } } }),
    rich('another reference', { add: [column('product_id', 'int(11)', { nullable: true })], at: 2 }),
    rich('no marks any more', { drop: ['del_flag'] }),
    rich('a unique key', {}, { uniqueKeys: [{ name: 'u', columns: ['number'] }] }),
    rich('two columns', { add: [weight, column('colour', 'varchar(9)')], at: 4 }),
    { name: 'no lines any more', source: { ...RICH, design: {} } },
    { name: 'other lines', source: { ...RICH, tables: [ORDERS, withColumn(LINE), PRODUCT, CATEGORY] } },
    { name: 'other templates', source: { ...RICH, templates } },
  ];
}

interface Columns {
  add?: TableColumn[];
  at?: number;
  drop?: string[];
  set?: Record<string, Partial<TableColumn>>;
}

function plain(name: string, columns: Columns, more: Partial<TableDefinition> = {}): Change {
  return { name, source: sourceOf(changed(PRODUCT, columns, more)) };
}

function rich(name: string, columns: Columns, more: Partial<TableDefinition> = {}): Change {
  return { name, source: sourceOf(changed(ORDERS, columns, more)) };
}

function changed(of: TableDefinition, { add = [], at, drop = [], set = {} }: Columns, more: Partial<TableDefinition>) {
  const columns = of.columns.filter(({ name }) => !drop.includes(name)).map((each) => ({ ...each, ...set[each.name] }));
  columns.splice(at ?? columns.length, 0, ...add);
  return { ...of, columns, ...more };
}

function sourceOf(definition: TableDefinition): Source {
  if (definition.name === 'product') return { tables: [definition, CATEGORY] };
  return { tables: [definition, LINE, PRODUCT, CATEGORY], design: LINES };
}

function withColumn(of: TableDefinition): TableDefinition {
  return changed(of, { add: [weight] }, {});
}
