import { column, table } from '../../../test/support/definition.js';
import { Catalog } from '../model/catalog.js';
import { factsOf } from '../model/columns.js';
import { inferredKey } from '../model/key.js';
import type { TableModel } from '../model/model.js';
import { deletionMarkOf } from '../model/deletion-mark.js';
import type { TableDefinition } from '../model/table.js';
import { modelOf } from './apply.js';
import type { SavedColumn, SavedDesign } from './design.js';
import { designOf } from './infer.js';
import type { ValuesByColumn } from './infer-reference.js';
import { linesOf } from './lines-model.js';

function model(
  definition: TableDefinition,
  saved: SavedDesign = {},
  others: TableDefinition[] = [],
  stored: ValuesByColumn = new Map(),
): TableModel {
  const catalog = new Catalog([definition, ...others]);
  const facts = factsOf(definition, saved.key ?? inferredKey(definition));
  const { design } = designOf(facts, { catalog, defaults: { prefixes: [], parentId: 0 }, stored }, saved);
  const markOf = (name: string) => deletionMarkOf(catalog.table(name) ?? definition);
  return modelOf(facts, design, { catalog, markOf, saved, stored, sampled: new Map() });
}

const name = column('name', 'varchar(64)');
const shapeOf = (of: TableModel) => of.columns.map(({ property, form }) => `${property} ${form}`).join(', ');

describe('a table as its design makes it', () => {
  it('has what the service sets apart from what bodies hold', () => {
    const of = model(
      table('item', [
        name,
        column('tenant_id', 'int', { default: { value: '0' } }),
        column('create_time', 'datetime'),
        column('update_by', 'varchar(64)'),
        column('del_flag', 'char(1)', { default: { value: '0' } }),
        column('parent_id', 'int'),
      ]),
    );
    expect(shapeOf(of)).toBe('name edit, parentId edit');
    expect(of.times.created?.property).toBe('createTime');
    expect(of.by.updated?.property).toBe('updateBy');
    expect(of.softDelete).toMatchObject({ alive: "'0'", deleted: "'1'" });
    expect([of.tree?.name, of.tenant?.name, of.name?.name, of.audited]).toEqual([
      ...['parent_id', 'tenant_id', 'name', false],
    ]);
  });

  it('is audited where id and times are those of the base class', () => {
    const times = [column('created_at', 'datetime'), column('updated_at', 'datetime')];
    expect(model(table('item', [name, ...times]))).toMatchObject({ audited: true, key: { type: 'id' } });
    expect(model(table('item', [name, ...times]), { times: { updated: null } }).audited).toBe(false);
    expect(model(table('item', [name, ...times]), { columns: { created_at: { hidden: true } } }).audited).toBe(false);
  });

  it.each<[string, TableDefinition, SavedDesign, number, string]>([
    ['a counting key', table('item', [name]), {}, 8, 'id'],
    ['a key alone', table('item', []), {}, 7, 'id'],
    ['a key of two', table('item', [column('a', 'int'), name], { primaryKey: ['a', 'name'] }), {}, 7, 'composite'],
    ['a view', table('item', [column('id', 'int'), name], { view: true }), {}, 3, 'text'],
    ['a view with a key', table('item', [column('id', 'int'), name], { view: true }), { key: ['id'] }, 4, 'whole'],
  ])('has operations: %s', (_name, definition, saved, operations, type) => {
    const of = model(definition, saved);
    expect([of.operations.length, of.key.type]).toEqual([operations, type]);
  });

  it('calls a column id2 where the key of several columns has the name', () => {
    const of = model(table('item', [column('id', 'int'), column('a', 'int'), name], { primaryKey: ['a', 'name'] }));
    expect(of.all.map(({ property }) => property)).toEqual(['id2', 'a', 'name']);
  });

  it.each<[TableDefinition, SavedDesign, string]>([
    [table('item', [name], { primaryKey: [] }), {}, 'no primary key'],
    [table('item', [column('at', 'datetime')], { primaryKey: ['at'] }), {}, 'at'],
    [table('item', [column('size', 'double'), name], { primaryKey: ['name', 'size'] }), {}, 'size'],
    [
      table('item', [column('raw', 'binary(16)'), column('above', 'binary(16)')], { primaryKey: ['raw'] }),
      { tree: { parent: 'above' } },
      'tree',
    ],
    [table('item', [column('token', 'varchar(64)')], { primaryKey: ['token'] }), {}, 'secret'],
    [table('item', [column('tenant_id', 'int')], { primaryKey: ['tenant_id'] }), {}, 'tenant'],
    [table('item', [column('tenant_id', 'int', { generated: true })]), {}, 'tenant_id'],
    [table('item', [column('shape', 'geometry')]), {}, 'geometry'],
    [table('item', [], { view: true, columns: [] }), {}, 'no columns'],
    [table('item', [name]), { columns: { name: { form: 'none' } } }, 'columns.name.form'],
    [table('item', [name]), { columns: { name: { required: false } } }, 'columns.name.required'],
    [table('item', [column('a', 'json')]), { columns: { a: { filter: true } } }, 'columns.a.filter'],
    [table('item', [name]), { columns: { name: { reference: { table: 'item' } } } }, 'columns.name.reference'],
    [table('item', [name]), { softDelete: { column: 'name', deleted: null } }, 'softDelete'],
    [table('item', [column('n', 'int')]), { softDelete: { column: 'n', deleted: 'x' } }, 'softDelete'],
    [table('item', [name]), { times: { created: 'name' } }, 'times'],
    [table('item', [column('a', 'date')]), { by: { created: 'a' } }, 'by'],
    [table('item', [name]), { tree: { parent: 'name' } }, 'tree'],
  ])('is refused: %# %j', (definition, saved, reason) => {
    expect(() => model(definition, saved)).toThrow(reason);
  });

  it('may show what its name calls a secret', () => {
    const expiry = table('item', [column('token_kind', 'varchar(9)', { nullable: true })]);
    expect(model(expiry).all[1]?.hidden).toBe(true);
    expect(model(expiry, { columns: { token_kind: { hidden: false } } }).all[1]).toMatchObject({
      hidden: false,
      filter: true,
      listed: true,
    });
  });

  it('refers to rows that are alive, of the tenant of both', () => {
    const other = table('category', [
      column('title', 'varchar(9)'),
      column('tenant_id', 'int'),
      column('deleted', 'tinyint(1)', { default: { value: '0' } }),
    ]);
    const of = model(table('item', [column('category_id', 'int')]), {}, [other]);
    expect(of.columns[0]?.reference).toEqual({
      table: 'category',
      key: 'id',
      byKey: true,
      takes: 'any',
      label: 'title',
      tenant: 'tenant_id',
      softDelete: { column: 'deleted', deleted: '1' },
    });
  });

  it('takes only the keys of rows where they are declared, or wanted and confirmed', () => {
    const other = table('category', [name, column('code', 'varchar(9)')], {
      uniqueKeys: [{ name: 'code', columns: ['code'] }],
    });
    const columns = [column('category_id', 'int'), column('category_code', 'varchar(9)')];
    const declared = table('item', columns, {
      foreignKeys: [{ columns: ['category_id'], table: 'category', referenced: ['id'] }],
    });
    const taken = (definition: TableDefinition, reference?: SavedColumn['reference'], stored?: ValuesByColumn) => {
      const saved = reference ? { columns: { category_id: { reference } } } : {};
      const of = model(definition, saved, [other], stored);
      return of.columns[0]?.reference?.takes;
    };
    const item = table('item', columns);
    const rows = (count: number) => new Map([['category_id', { count, shares: new Map([['category.id', 0.8]]) }]]);
    expect(taken(declared)).toBeUndefined();
    expect(taken(item)).toBe('any');
    expect(taken(item, { table: 'category' })).toBe('none');
    // A design that was saved as it was shown keeps its meaning.
    expect(taken(item, { table: 'category', label: 'name', confirmed: null })).toBe('any');
    expect(taken(item, undefined, rows(9))).toBe('any');
    expect(taken(item, undefined, rows(10))).toBe('none');
    expect(model(item, {}, [other]).columns[1]?.reference).toMatchObject({ key: 'code', byKey: false, takes: 'any' });
  });

  it('takes the values of its list, unless the design has another dictionary', () => {
    const definition = table('item', [column('state', 'int', { comment: 'state:1-on 2-off' })]);
    expect(model(definition).columns[0]).toMatchObject({
      dict: 'item_state',
      shape: { check: expect.stringMatching(/^Listed/) as string },
    });
    for (const dict of [null, 'other']) {
      const [state] = model(definition, { columns: { state: { dict } } }).columns;
      expect([state?.shape.check, state?.choices]).toEqual(['Whole()', undefined]);
    }
  });
});

describe('lines', () => {
  const order = model(table('shop_order', [name]));
  const line = table('shop_order_line', [column('order_id', 'int'), column('note', 'varchar(9)')]);

  it('are called after their table', () => {
    expect(linesOf(order, model(line), 'order_id', ['shop_'])).toMatchObject({
      member: 'orderLine',
      pascal: 'OrderLine',
    });
  });

  it.each<[TableDefinition, string, string]>([
    [line, 'nope', 'nope'],
    [line, 'note', 'note'],
    [table('shop_order', [column('order_id', 'int')]), 'order_id', 'cannot be lines'],
    [table('l', [column('order_id', 'int'), name], { primaryKey: ['order_id', 'name'] }), 'order_id', 'one column'],
    [table('l', [column('order_id', 'int'), name], { primaryKey: ['name'] }), 'order_id', 'key'],
    [table('l', [column('order_id', 'int'), column('deleted', 'int')]), 'order_id', 'marks'],
    [table('name', [column('order_id', 'int')]), 'order_id', 'member'],
  ])('are refused, case %#', (definition, by, reason) => {
    expect(() => linesOf(order, model(definition), by, ['shop_'])).toThrow(reason);
  });
});
