import { column, table } from '../../../test/support/definition.js';
import { Catalog } from './catalog.js';
import { factsOf } from './columns.js';
import { inferredKey } from './key.js';
import { candidatesOf } from './reference-candidates.js';
import { chooseReference } from './reference-choice.js';
import type { TableDefinition } from './table.js';

const INT = 'bigint unsigned';
const keyed = (name: string, key = 'id', type = INT) =>
  table(name, [column(key, type, { autoIncrement: type === INT })], { primaryKey: [key] });
const unique = (name: string, ...columns: string[]) =>
  table(
    name,
    columns.map((each) => column(each, 'varchar(32)')),
    { uniqueKeys: columns.map((each) => ({ name: each, columns: [each] })) },
  );

/** The candidates of a column of a table, by rank: `pms_brand.id`, with a `?` if only rows can decide. */
function ranksOf(place: string, others: TableDefinition[], type = INT): string[] {
  const [own = '', name = ''] = place.split('.');
  const definition = table(own, [column(name, type)]);
  const facts = factsOf(definition, inferredKey(definition));
  const found = facts.columns.find((each) => each.name === name);
  if (!found) throw new Error(`There is no column ${name}`);
  return candidatesOf(found, facts, new Catalog([definition, ...others])).map(({ candidates, needsRows }) =>
    candidates.map(({ table: { name: of }, likely = '*' }) => `${of}.${likely}${needsRows ? '?' : ''}`).join(' '),
  );
}

describe('the tables that a column may refer to', () => {
  it.each<[string, TableDefinition[], string[]]>([
    ['item.category_id', [keyed('category')], ['category.id']],
    ['item.categoryId', [keyed('category')], ['category.id']],
    ['item.categoryid', [keyed('category')], ['category.id']],
    ['item.CategoryId', [keyed('Category', 'CategoryId')], ['Category.CategoryId', 'Category.CategoryId']],
    ['item.category_id', [keyed('categories')], ['categories.id']],
    ['item.box_id', [keyed('t_boxes', 'nr')], ['t_boxes.nr']],
    ['item.locations_id', [keyed('glpi_locations')], ['glpi_locations.id']],
    ['item.locations_id', [keyed('location')], ['location.id']],
    // The table of that name comes before any prefix.
    ['item.category_id', [keyed('shop_category'), keyed('category')], ['category.id', 'shop_category.id']],
    // Its own prefix.
    ['pms_product.brand_id', [keyed('sms_home_brand'), keyed('pms_brand')], ['pms_brand.id', 'sms_home_brand.id']],
    // Its own name.
    [
      'cms_topic.category_id',
      [keyed('pms_category'), keyed('cms_topic_category')],
      ['cms_topic_category.id', 'pms_category.id'],
    ],
    ['oms_order.item_id', [keyed('oms_order_item'), keyed('item')], ['item.id', 'oms_order_item.id']],
    ['orders.item_id', [keyed('order_items')], ['order_items.id']],
    // The shortest prefix.
    [
      'sms_coupon_product_relation.product_id',
      [keyed('sms_home_new_product'), keyed('pms_product'), keyed('cms_subject_product')],
      ['pms_product.id', 'cms_subject_product.id', 'sms_home_new_product.id'],
    ],
    // Equally likely by their names.
    ['item.area_id', [keyed('a_area'), keyed('b_area')], ['a_area.id b_area.id']],
    // The only key of another table.
    ['log.goods_id', [keyed('ecs_products', 'goods_id')], ['ecs_products.goods_id']],
    ['log.uid', [keyed('pre_member', 'uid')], ['pre_member.uid']],
    ['log_visit.idsite', [keyed('site', 'idsite')], ['site.idsite']],
    [
      'ecs_goods.cat_id',
      [keyed('ecs_article_cat', 'cat_id'), keyed('ecs_category', 'cat_id')],
      ['ecs_article_cat.cat_id ecs_category.cat_id', 'ecs_article_cat.cat_id'],
    ],
    // Who or which one, before the noun.
    ['task.create_user_id', [keyed('sys_user')], ['sys_user.id']],
    ['task.owner_user_id', [keyed('user')], ['user.id']],
    ['category.parent_category_id', [], ['category.id']],
    ['item.open_type_id', [keyed('goods_type')], ['goods_type.id?']],
    ['plan.monthly_price_id', [keyed('stripe_prices')], ['stripe_prices.id']],
    // Who or which one, behind the id.
    ['task.userIdCreated', [keyed('user')], ['user.id']],
    ['task.task_id_prev', [], ['task.id']],
    ['task.user_id_card', [keyed('user')], []],
    // Names in camelCase have words as others do.
    ['aAtomLabel.userId', [keyed('aUser')], ['aUser.id']],
    ['OrderItem.productId', [keyed('ShopProduct')], ['ShopProduct.id']],
    ['aFlowTask.flowId', [keyed('aFlow'), keyed('bOtherFlow')], ['aFlow.id', 'bOtherFlow.id']],
    // A part of something else is meant where that is.
    ['member_event.batch_id', [keyed('emails'), keyed('email_batches')], ['email_batches.id?']],
    [
      'mail.batch_id',
      [keyed('emails'), keyed('email_batches'), keyed('mail_batch')],
      ['mail_batch.id', 'email_batches.id?'],
    ],
    // A noun alone.
    ['item.product', [keyed('product')], ['product.id?']],
    ['item.order', [keyed('order')], []],
    ['item.tag_ids', [keyed('tag')], []],
    ['item.category_id', [table('category', [column('a', INT)], { primaryKey: ['id', 'a'] })], []],
    ['item.item_id', [], []],
    ['item.pid', [keyed('p')], []],
  ])('of %s', (place, others, expected) => {
    expect(ranksOf(place, others)).toEqual(expected);
  });

  it.each<[string, TableDefinition[], string[]]>([
    ['item.brand_code', [unique('brand', 'code')], ['brand.code']],
    ['item.order_no', [unique('oms_order', 'order_no', 'title')], ['oms_order.order_no']],
    ['item.file_uuid', [unique('file', 'uuid')], ['file.uuid']],
    ['item.brand_code', [unique('brand', 'title')], []],
    ['item.brand_id', [unique('brand', 'code')], ['brand.*']],
    ['item.brand_id', [unique('brand', 'brand_id', 'code')], ['brand.brand_id']],
    ['area.parent_code', [], []],
    // Several keys, of any kind.
    ['item.tag_ids', [keyed('tag')], ['tag.id']],
    ['item.tag_ids', [unique('tag', 'tag_id', 'code')], ['tag.tag_id']],
    ['item.productIds', [keyed('pms_product')], ['pms_product.id']],
    ['item.owner_user_ids', [keyed('user')], ['user.id']],
    ['item.ids', [keyed('item')], []],
    ['item.email', [keyed('login', 'email', 'varchar(32)')], ['login.email?']],
  ])('of the text %s', (place, others, expected) => {
    expect(ranksOf(place, others, 'varchar(32)')).toEqual(expected);
  });

  it('are its own where a code names the parent', () => {
    const area = table('area', [column('code', 'varchar(9)'), column('parent_code', 'varchar(9)')], {
      uniqueKeys: [{ name: 'code', columns: ['code'] }],
    });
    const facts = factsOf(area, ['id']);
    const parent = facts.columns.find(({ name }) => name === 'parent_code');
    const ranks = parent && candidatesOf(parent, facts, new Catalog([area]));
    expect(ranks?.map(({ candidates }) => candidates.map(({ likely }) => likely))).toEqual([['code']]);
  });
});

describe('the choice among them', () => {
  const candidate = (name: string, keys = ['id'], likely: string | undefined = keys[0]) => ({
    table: keyed(name),
    keys,
    likely,
  });
  const rank = (...candidates: ReturnType<typeof candidate>[]) => ({ candidates, needsRows: false });
  const weak = (...candidates: ReturnType<typeof candidate>[]) => ({ candidates, needsRows: true });
  const rows = (count: number, shares: Record<string, number>) => ({ count, shares: new Map(Object.entries(shares)) });

  it('is the first one without rows', () => {
    expect(chooseReference([rank(candidate('a')), rank(candidate('b'))])).toEqual({
      chosen: { table: 'a', key: 'id', share: null },
      confirmed: null,
      notes: [],
    });
    expect(chooseReference([weak(candidate('a'))]).chosen).toBeUndefined();
    expect(chooseReference([]).chosen).toBeUndefined();
  });

  it('is neither of two equally good ones, and both are named', () => {
    const { chosen, notes } = chooseReference([rank(candidate('a'), candidate('b')), rank(candidate('c'))]);
    expect(chosen).toBeUndefined();
    expect(notes).toEqual(['fits a and b equally well, so no reference is made']);
  });

  it('is decided by few values only within the first rank', () => {
    const ranks = [rank(candidate('a'), candidate('b')), rank(candidate('c'))];
    const { chosen, confirmed } = chooseReference(ranks, rows(9, { 'a.id': 0.1, 'b.id': 0.2, 'c.id': 1 }));
    expect([chosen?.table, confirmed]).toEqual(['b', 0.2]);
    // A low share alone refuses nothing.
    expect(chooseReference([rank(candidate('a'))], rows(9, { 'a.id': 0 })).chosen?.table).toBe('a');
    expect(chooseReference(ranks, rows(9, { 'a.id': 1, 'b.id': 1 })).notes).toHaveLength(1);
  });

  it('is decided by many values, regardless of rank', () => {
    const ranks = [rank(candidate('a')), rank(candidate('b'), candidate('c')), weak(candidate('d'))];
    const { chosen, confirmed, notes } = chooseReference(ranks, rows(10, { 'a.id': 0.69, 'b.id': 0, 'c.id': 0.7 }));
    expect([chosen?.table, confirmed]).toEqual(['c', 0.7]);
    expect(notes).toEqual([
      'does not refer to a: only 69 % of its 10 distinct values exist there',
      'does not refer to b: none of its 10 distinct values exists there',
    ]);
    expect(chooseReference(ranks, rows(10, { 'd.id': 1 })).chosen?.table).toBe('d');
    expect(chooseReference(ranks, rows(10, { 'd.id': 0.5 })).chosen).toBeUndefined();
  });

  it('is the column that agrees', () => {
    const ranks = [rank(candidate('city', ['id', 'code', 'zip']))];
    expect(chooseReference(ranks, rows(10, { 'city.id': 0.2, 'city.code': 0.9 })).chosen?.key).toBe('code');
    expect(chooseReference(ranks, rows(10, { 'city.id': 0.9, 'city.code': 0.9 })).chosen?.key).toBe('id');
    const unlikely = [rank({ ...candidate('city', ['code']), likely: undefined })];
    expect(chooseReference(unlikely).chosen).toBeUndefined();
    expect(chooseReference(unlikely, rows(3, { 'city.code': 1 })).chosen?.key).toBe('code');
  });
});

it('have no place for the column that is another id of its own table', () => {
  const subscriptions = table('member_subscriptions', [column('subscription_id', INT)], {
    uniqueKeys: [{ name: 'own', columns: ['subscription_id'] }],
  });
  const others = [subscriptions, keyed('subscriptions')];
  const facts = factsOf(subscriptions, ['id']);
  const [, own] = facts.columns;
  expect(own && candidatesOf(own, facts, new Catalog(others))).toEqual([]);
});

it('include the own table of a part to which a row refers', () => {
  const cart = table('shop_cart', [column('goods_id', INT), column('product_id', INT)]);
  const facts = factsOf(cart, ['id']);
  const product = facts.columns.at(-1);
  const ranks =
    product && candidatesOf(product, facts, new Catalog([cart, keyed('shop_goods'), keyed('shop_goods_product')]));
  expect(ranks?.map(({ candidates, needsRows }) => [candidates[0]?.table.name, needsRows])).toEqual([
    ['shop_goods_product', false],
  ]);
});

describe('the table that a comment names', () => {
  const region = { ...keyed('shop_region'), comment: '行政区域表' };
  const city = { ...keyed('city'), comment: '城市表' };
  it.each([
    ['行政区域表的市ID', ['shop_region.id', 'city.id']],
    ['关联shop_region表ID字段', ['shop_region.id', 'city.id']],
    ['references shop_region', ['shop_region.id', 'city.id']],
    ['用户表的市ID', ['city.id']],
    ['市', ['city.id']],
  ])('%s comes first', (comment, expected) => {
    const address = table('address', [column('city_id', INT, { comment })]);
    const facts = factsOf(address, ['id']);
    const [, own] = facts.columns;
    const ranks = own && candidatesOf(own, facts, new Catalog([address, region, city]));
    expect(
      ranks?.map(({ candidates: [{ table: { name }, likely } = { table: address }] }) => `${name}.${likely}`),
    ).toEqual(expected);
  });

  it('is none where two have that comment', () => {
    const address = table('address', [column('city_id', INT, { comment: '城市表的ID' })]);
    const facts = factsOf(address, ['id']);
    const [, own] = facts.columns;
    const catalog = new Catalog([address, city, { ...keyed('b_town'), comment: '城市表' }]);
    expect(own && candidatesOf(own, facts, catalog).map(({ candidates }) => candidates[0]?.table.name)).toEqual([
      'city',
    ]);
  });
});
