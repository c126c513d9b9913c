import { column, table } from '../../../test/support/definition.js';
import { Catalog } from '../model/catalog.js';
import { factsOf } from '../model/columns.js';
import { inferredKey } from '../model/key.js';
import type { TableColumn, TableDefinition } from '../model/table.js';
import type { Appearance, SavedDesign } from './design.js';
import { designOf } from './infer.js';

const brand = table('brand', [column('name', 'varchar(64)')]);

/** The columns of a table by their place in its list, and in its filters. */
function placesOf(definition: TableDefinition, saved: SavedDesign = {}) {
  const facts = factsOf(definition, saved.key ?? inferredKey(definition));
  const catalog = new Catalog([definition, brand]);
  const { columns } = designOf(facts, { catalog, defaults: { prefixes: [], parentId: 0 } }, saved).design;
  const having = (member: 'list' | 'filter', place: Appearance) =>
    Object.keys(columns).filter((name) => columns[name]?.[member] === place);
  return { list: having('list', true), waiting: having('list', 'more'), filter: having('filter', true), having };
}

const text = (name: string) => column(name, 'varchar(64)');
const texts = (...names: string[]): TableColumn[] => names.map(text);

/** A table with far more columns than anybody reads at once. */
const product = table('product', [
  ...texts('keywords_of_it', 'note_short', 'unit'),
  column('brand_id', 'int'),
  column('weight_class', 'int'),
  column('sort', 'int'),
  column('price', 'decimal(10,2)'),
  column('cost', 'decimal(10,2)'),
  column('publish_status', 'int', { comment: '0:off,1:on' }),
  column('kind', 'int', { comment: '0:big,1:small' }),
  text('pic'),
  text('name'),
  column('description', 'text'),
  column('create_time', 'datetime'),
  column('update_time', 'datetime'),
]);

describe('the first view of a table', () => {
  it('has the most telling seven columns and four filters', () => {
    const { list, waiting, filter, having } = placesOf(product);
    expect(list).toEqual(['brand_id', 'price', 'publish_status', 'kind', 'pic', 'name', 'create_time']);
    expect(waiting).toContain('id');
    expect(having('list', false)).toEqual(['description']);
    expect(filter).toEqual(['brand_id', 'publish_status', 'name', 'create_time']);
    expect(having('filter', 'more')).toContain('price');
    expect(having('filter', false)).toEqual(['id']);
  });

  it('has what a person has said, which counts', () => {
    const said = { unit: { list: true, filter: true }, pic: { list: 'more' }, name: { list: false } } as const;
    const { list, filter } = placesOf(product, { columns: said });
    expect(list).toEqual(['unit', 'brand_id', 'weight_class', 'price', 'publish_status', 'kind', 'create_time']);
    expect(filter).toEqual(['unit', 'brand_id', 'publish_status', 'name']);
    const all = Object.fromEntries(product.columns.map(({ name }) => [name, { list: true as const }]));
    expect(placesOf(product, { columns: all }).list).toHaveLength(product.columns.length);
  });

  it('shows the key where nothing else names a row, and all parts of a key', () => {
    expect(placesOf(table('log', [column('score', 'int')])).list).toEqual(['id', 'score']);
    const key = [column('a', 'int'), column('b', 'int')];
    const many = table('pair', [...texts('c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'), ...key], {
      primaryKey: ['a', 'b'],
    });
    expect(placesOf(many).list).toEqual(expect.arrayContaining(['a', 'b']));
  });

  it('leaves what only programs read to “Columns”, unless nothing else names a row', () => {
    const { list, waiting } = placesOf(table('post', texts('uuid', 'title', 'file_hash', 'slug')));
    expect({ list, waiting }).toEqual({ list: ['title', 'slug'], waiting: ['id', 'uuid', 'file_hash'] });
    expect(placesOf(table('blob', texts('file_hash'))).list).toEqual(['id', 'file_hash']);
  });

  it('leaves a small table as it is, except for its key and the time of the last change', () => {
    const small = table('small', [...texts('name', 'phone'), ...product.columns.slice(-2)]);
    const { list, waiting, filter } = placesOf(small);
    expect(list).toEqual(['name', 'phone', 'create_time']);
    expect(waiting).toEqual(['id', 'update_time']);
    expect(filter).toEqual(['name', 'create_time']);
  });

  it('filters by another time where the service sets none', () => {
    expect(placesOf(table('event', [text('name'), column('starts', 'date')])).filter).toEqual(['name', 'starts']);
    const changed = table('event', [text('name'), column('update_time', 'datetime')]);
    expect(placesOf(changed).filter).toEqual(['name', 'update_time']);
  });
});
