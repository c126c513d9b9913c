import { ID, table } from '../../../test/support/definition.js';
import { Catalog } from './catalog.js';

const catalogOf = (...names: string[]) =>
  new Catalog(
    names.map((name) => table(name, [ID])),
    (name) => name === 'sys_own',
  );

it.each<[string, string, string[]]>([
  ['glpi_locations', 'locations', ['glpi_users', 'glpi_states']],
  ['oms_order_item', 'order_item', ['oms_order', 'oms_cart']],
  ['glpi_locations', 'glpi_locations', ['glpi_users']],
  ['order_item', 'order_item', ['order_log', 'order_note', 'orders']],
  ['pms_brand', 'pms_brand', ['pms_a', 'pms_b', 'sms_brand']],
  ['sys_log', 'sys_log', ['sys_a', 'sys_own']],
  ['plain', 'plain', []],
  ['_a_b', '_a_b', ['_a_c', '_a_d']],
])('the table %s is called %s for people beside %s', (name, expected, others) => {
  expect(catalogOf(name, ...others).withoutShared(name)).toBe(expected);
});

it.each<[string, string | undefined, string[]]>([
  ['oms_order', 'oms', ['oms_cart', 'oms_item']],
  ['oms_order', undefined, ['oms_cart']],
  ['promotion', 'promotion', ['promotion_channel', 'promotion_translation']],
  ['promotion_channel', 'promotion', ['promotion', 'promotion_translation']],
  ['comments', 'comment', ['comment_likes', 'comment_reports']],
  ['comments', undefined, ['comment_likes']],
  ['plain', undefined, ['other', 'third']],
])('the table %s has the folder %s beside %s', (name, expected, others) => {
  expect(catalogOf(name, ...others).sharedPrefix(name)).toBe(expected);
});
