import { column, table } from '../../../test/support/definition.js';
import { Catalog } from '../model/catalog.js';
import { factsOf } from '../model/columns.js';
import type { TableColumn } from '../model/table.js';
import type { SavedDesign } from './design.js';
import { designOf } from './infer.js';

/** The headings of the columns that have one. */
function groupsOf(columns: TableColumn[], saved: SavedDesign = {}, name = 'oms_order'): Record<string, string> {
  const definition = table(name, columns);
  const facts = factsOf(definition, saved.key ?? ['id']);
  const context = { catalog: new Catalog([definition]), defaults: { prefixes: [], parentId: 0 } };
  const { design } = designOf(facts, context, saved);
  return Object.fromEntries(
    Object.entries(design.columns).flatMap(([called, { group }]) => (group === null ? [] : [[called, group]])),
  );
}

const texts = (...names: string[]) => names.map((name) => column(name, 'varchar(64)'));

describe('the sections of a table', () => {
  it('are made of three or more columns whose names begin alike', () => {
    const columns = texts('code', 'receiver_name', 'receiver_phone', 'receiver_city', 'bill_type', 'bill_header');
    expect(groupsOf(columns)).toEqual({
      receiver_name: 'Receiver',
      receiver_phone: 'Receiver',
      receiver_city: 'Receiver',
    });
  });

  it('have all the words that the names have in common', () => {
    const receivers = texts('code', 'note', 'pay_card_no', 'pay_card_name', 'pay_card_bank');
    expect(new Set(Object.values(groupsOf(receivers)))).toEqual(new Set(['Pay card']));
  });

  it('are none where the beginning says nothing', () => {
    expect(groupsOf(texts('code', 'is_a', 'is_b', 'is_c'))).toEqual({});
    expect(groupsOf(texts('title', 'order_a', 'order_b', 'order_c', 'note'))).toEqual({});
    expect(groupsOf(texts('cust_a', 'cust_b', 'cust_c', 'cust_d'), {}, 'x')).toEqual({});
  });

  it('leave out keys, and what the service sets', () => {
    const keyed = texts('name', 'note', 'unit_a', 'unit_b', 'unit_c');
    expect(Object.keys(groupsOf(keyed))).toHaveLength(3);
    expect(groupsOf(keyed, { key: ['unit_a'] })).toEqual({});
    const stamped = [...texts('name', 'note', 'unit_a', 'unit_b'), column('unit_at', 'datetime')];
    expect(groupsOf(stamped, { times: { created: 'unit_at' } })).toEqual({});
  });

  it('are by kind in forms that are not short', () => {
    const kinds = [
      ...[column('cover_img', 'varchar(255)'), column('logo', 'varchar(255)')],
      ...[column('shown', 'tinyint(1)'), column('sort', 'int')],
      ...[column('summary', 'text'), column('content', 'longtext')],
    ];
    expect(groupsOf(kinds)).toEqual({});
    expect(groupsOf([column('title', 'varchar(64)'), column('author', 'varchar(64)'), ...kinds])).toEqual({
      cover_img: 'Pictures',
      logo: 'Pictures',
      shown: 'Settings',
      sort: 'Settings',
      summary: 'Texts',
      content: 'Texts',
    });
  });

  it('are what a person says', () => {
    const columns = texts('code', 'note', 'receiver_name', 'receiver_phone', 'receiver_city');
    const said = { columns: { receiver_city: { group: null }, note: { group: 'Address' } } };
    expect(groupsOf(columns, said)).toEqual({ receiver_name: 'Receiver', receiver_phone: 'Receiver', note: 'Address' });
  });
});
