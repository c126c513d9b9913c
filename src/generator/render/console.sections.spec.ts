import { column, table } from '../../../test/support/definition.js';
import { renderedFiles } from '../../../test/support/rendering.js';

const text = (name: string, comment: string, more = {}) =>
  column(name, 'varchar(64)', { nullable: true, comment, ...more });

/** An order as Chinese shops have it. */
const order = table(
  'oms_order',
  [
    text('note', '订单备注'),
    text('receiver_name', '收货人姓名'),
    text('receiver_phone', '收货人电话'),
    text('receiver_city', '收货人城市'),
    text('bill_header', '发票抬头'),
    text('bill_type', '发票类型', { nullable: false }),
    text('bill_content', '发票内容：如“办公用品”'),
    text('order_sn', '订单编号', { nullable: false }),
    text('subject', '标题'),
    column('member_count', 'int', { comment: '会员数量' }),
    column('pic', 'varchar(255)', { nullable: true, comment: '图片' }),
    column('cover', 'varchar(255)', { nullable: true, comment: '封面' }),
  ],
  { comment: '订单表' },
);

describe('the page of a table with sections', () => {
  let page = '';
  let texts = '';

  beforeAll(async () => {
    const files = await renderedFiles({ tables: [order, table('oms_cart', []), table('oms_item', [])] });
    page = files.get('console/src/pages/oms-order.page.vue') ?? '';
    texts = files.get('console/src/pages/oms-order.text.ts') ?? '';
  });

  it('asks for the name and what a row needs first, then for the sections that need something', () => {
    const fields = page.slice(page.indexOf('fields:'));
    const names = [...fields.matchAll(/^ {4}(\w+): \{/gm)].map(([, name]) => name);
    expect(names).toEqual([
      ...['subject', 'orderSn', 'memberCount', 'note'],
      ...['billHeader', 'billType', 'billContent'],
      ...['receiverName', 'receiverPhone', 'receiverCity'],
      ...['pic', 'cover'],
    ]);
    expect(fields).toMatch(/receiverCity: \{ label: t.receiverCity, group: t.receiverSection \}/);
    expect(fields).toMatch(/billContent: \{[^}]*hint: t.billContentHelp/);
  });

  it('has its words in both languages', () => {
    const [en = '', zh = ''] = texts.split('export const t');
    expect(en).toMatch(/title: 'Order', titles: 'Orders',/);
    expect(en).toMatch(/orderSn: 'Order SN'/);
    expect(en).toMatch(/receiverSection: 'Receiver'/);
    expect(en).toMatch(/billContentHelp: ''/);
    expect(en).not.toMatch(/\p{Script=Han}/u);
    expect(zh).toMatch(/title: '订单', titles: '订单',/);
    expect(zh).toMatch(/billSection: '发票'/);
    expect(zh).toMatch(/receiverSection: '收货人'/);
    expect(zh).toMatch(/picturesSection: '图片'/);
    expect(zh).toMatch(/billContentHelp: '如“办公用品”'/);
    expect(page).toContain('headings: { 订单: t.titles }');
  });
});

it('gives headings names that no column has', async () => {
  const columns = ['code', 'receiver_section', ...'abc'].map((name) => text(name, ''));
  const group = (heading: string) => ({ group: heading });
  const design = { columns: { a: group('Receiver'), b: group('收货'), c: group('收 货') } };
  const files = await renderedFiles({ tables: [table('x', columns)], design });
  const texts = files.get('console/src/pages/x.text.ts') ?? '';
  expect(texts).toMatch(/receiverSection2: 'Receiver'/);
  expect(texts).toMatch(/otherSection: '收货'/);
  expect(texts).toMatch(/otherSection2: '收 货'/);
});
