import { pluralOf, singularOf, withoutRepeated } from './inflection.js';

describe('a noun', () => {
  it.each([
    ['Product', 'Products'],
    ['Order item', 'Order items'],
    ['Category', 'Categories'],
    ['Day', 'Days'],
    ['Box', 'Boxes'],
    ['Batch', 'Batches'],
    ['Class', 'Classes'],
    ['Status', 'Statuses'],
    ['Address', 'Addresses'],
    ['House', 'Houses'],
    ['Purchase', 'Purchases'],
    ['Database', 'Databases'],
    ['Cache', 'Caches'],
    ['Movie', 'Movies'],
    ['Bus', 'Buses'],
    ['Person', 'People'],
    ['Child', 'Children'],
    ['Analysis', 'Analyses'],
    ['SKU', 'SKUs'],
    ['SMS', 'SMSs'],
    ['Product data', 'Product data'],
    ['Order goods', 'Order goods'],
    ['Orders of customers', 'Orders of customers'],
    ['Step 2', 'Step 2'],
    ['表', '表'],
  ])('%s is %s for many', (one, many) => {
    expect([pluralOf(one), singularOf(one)]).toEqual([many, one]);
    expect(pluralOf(many)).toBe(many);
    if (one !== 'Analysis' && one !== 'SMS') expect(singularOf(many)).toBe(one);
  });
});

it.each([
  ['product_channels_channel', 'product_channels'],
  ['customer_groups_customer_group', 'customer_groups'],
  ['product_variant_options_product_option', 'product_variant_options'],
  ['userRolesRole', 'user_roles'],
  ['zone_members_region', 'zone_members_region'],
  ['orders_big_order', 'orders_big_order'],
  ['order_item', 'order_item'],
  ['sms_sms', 'sms_sms'],
  ['', ''],
])('the name of %s without a repeated noun is %s', (name, expected) => {
  expect(withoutRepeated(name)).toBe(expected);
});
