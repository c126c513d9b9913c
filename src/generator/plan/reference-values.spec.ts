import { column, table } from '../../../test/support/definition.js';
import { Catalog } from '../model/catalog.js';
import { factsOf } from '../model/columns.js';
import type { TableDefinition } from '../model/table.js';
import type { TableReader } from '../schema/table.reader.js';
import { storedValues } from './reference-values.js';

/** A reader of columns with these values; `asked` are its statements. */
function readerOf(values: Record<string, unknown[]>) {
  const asked: string[] = [];
  const reader = {
    distinctValues: async (of: string, name: string, numeric: boolean) => {
      asked.push(`values ${of}.${name}${numeric ? ' numeric' : ''}`);
      return values[name] ?? [];
    },
    countAmong: async (of: string, name: string, wanted: readonly unknown[]) => {
      asked.push(`count ${of}.${name}`);
      const there = values[`${of}.${name}`] ?? [];
      return wanted.filter((value) => there.includes(value)).length;
    },
  };
  return { reader: reader as unknown as TableReader, asked };
}

const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);

describe('what rows say about references', () => {
  const item = table('item', [
    column('name', 'varchar(9)'),
    column('category_id', 'int'),
    column('product', 'int'),
    column('parent_id', 'int'),
    column('state', 'int', { comment: 'state:1-on 2-off' }),
  ]);
  const others = [
    table('shop_category', []),
    table('category', [column('nr', 'int')], { uniqueKeys: [{ name: 'nr', columns: ['nr'] }] }),
    table('product', []),
    table('state', []),
  ];
  const of = (definition: TableDefinition, values: Record<string, unknown[]>, saved = {}) => {
    const { reader, asked } = readerOf(values);
    const catalog = new Catalog([item, ...others]);
    return storedValues(factsOf(definition, ['id']), saved, catalog, reader, new Map()).then((stored) => ({
      stored,
      asked,
    }));
  };

  it('is nothing without rows', async () => {
    const { stored, asked } = await of(item, {});
    expect(asked).toEqual([
      'values item.category_id numeric',
      'values item.product numeric',
      'values item.parent_id numeric',
    ]);
    expect(stored.get('category_id')).toEqual({ count: 0, shares: new Map() });
  });

  it('is asked of the most likely place alone where there are few', async () => {
    const { stored, asked } = await of(item, {
      category_id: [1, 2],
      product: [1],
      'category.id': [1],
      'category.nr': [],
    });
    expect(asked.filter((statement) => statement.startsWith('count'))).toEqual([
      'count category.id',
      'count category.nr',
    ]);
    expect(stored.get('category_id')?.shares.get('category.id')).toBe(0.5);
  });

  it('is asked of all places until one has most of them', async () => {
    const values = {
      category_id: numbers(10),
      'category.id': numbers(5),
      'shop_category.id': numbers(10),
      product: numbers(10),
    };
    const { stored, asked } = await of(item, values);
    expect(asked).toContain('count shop_category.id');
    expect(asked).toContain('count product.id');
    expect(Object.fromEntries(stored.get('category_id')?.shares ?? [])).toEqual({
      'category.id': 0.5,
      'category.nr': 0,
      'shop_category.id': 1,
    });
  });

  it('is asked of its own key where a column may name a parent', async () => {
    const { stored } = await of(item, { parent_id: numbers(10), 'item.id': numbers(8, 3) });
    expect(stored.get('parent_id')?.shares.get('item.id')).toBe(0.8);
  });

  it('is asked of the place that a design names', async () => {
    const saved = { columns: { name: { reference: { table: 'product', key: 'id' } }, product: { reference: null } } };
    const { asked } = await of(item, { name: ['1'], category_id: [] }, saved);
    expect(asked).toContain('count product.id');
    expect(asked).not.toContain('values item.product numeric');
  });

  it('is nothing for a view', async () => {
    expect((await of({ ...item, view: true }, {})).asked).toEqual([]);
  });
});
