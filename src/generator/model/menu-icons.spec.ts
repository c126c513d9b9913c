import { readFileSync } from 'node:fs';
import { MENU_ICONS, iconFor } from './menu-icons.js';

describe('the icon of a page', () => {
  it.each([
    ['oms_order', 'shopping-cart'],
    ['orders', 'shopping-cart'],
    ['order_log', 'file-text'],
    ['sys_user', 'user'],
    ['ums_member', 'users'],
    ['pms_product', 'package'],
    ['pms_product_category', 'folder-tree'],
    ['sysSetting', 'settings'],
    ['pay_payment', 'credit-card'],
    ['infra_file', 'file'],
    ['mail_inbox', 'mail'],
    ['tags', 'tag'],
    ['cities', 'map-pin'],
    ['qrtz_xyz', ''],
  ])('of %s is %j', (name, icon) => expect(iconFor(name)).toBe(icon));

  it('is one that the console has', () => {
    const own = readFileSync('console/src/kit/lib/icons.ts', 'utf8');
    expect(MENU_ICONS.filter((icon) => !own.includes(`'${icon}'`))).toEqual([]);
  });
});
