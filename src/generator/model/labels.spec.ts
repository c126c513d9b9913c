import { wordsFrom, wordsOfColumns } from './labels.js';

describe('a comment', () => {
  it.each<[string, string, string | null]>([
    ['Price', 'Price', null],
    ['Price, without tax', 'Price', 'without tax'],
    ['价格（元），含税', '价格', '元，含税'],
    ['价格：单位为元；默认0', '价格', '单位为元；默认0'],
    ['Name (required)', 'Name', 'required'],
    ['Weight [kg]', 'Weight', 'kg'],
    ['Amount - in cents', 'Amount', 'in cents'],
    ['Is it shown?', 'Is it shown', null],
    ['Note. Only for staff.', 'Note', 'Only for staff.'],
    ['Limit of 1,000 rows', 'Limit of 1,000 rows', null],
    ['Opens at 10:30', 'Opens at 10:30', null],
    ['see https://my-site.example', 'See https://my-site.example', null],
    ['Name of item(s)', 'Name of item(s)', null],
    ['品牌、型号', '品牌、型号', null],
    ['状态-其他', '状态-其他', null],
    ['half-open', 'half-open', null],
    ['收货人姓名。必填！', '收货人姓名', '必填！'],
    ['用户表', '用户', null],
    ['图片地址列表', '图片地址列表', null],
    ['月度报表', '月度报表', null],
    ['create time', 'Create time', null],
    ['url of the page', 'URL of the page', null],
    ['iPhone model', 'iPhone model', null],
    ['Item, 2-column', 'Item', '2-column'],
  ])('%j labels with %j and helps with %j', (comment, label, help) => {
    expect(wordsFrom(comment, 'x')).toMatchObject({ label, help });
  });

  it.each<[string, string | null]>([
    ['', null],
    ['：，。', null],
    ['（1）', '1'],
    ['02-May-2014 01:06', '02-May-2014 01:06'],
    ['2.5.1-beta', '2.5.1-beta'],
    [
      'The name of the customer as it is printed on every invoice',
      'The name of the customer as it is printed on every invoice',
    ],
    ['很长'.repeat(20), '很长'.repeat(20)],
  ])('%j leaves the label to the name', (comment, help) => {
    expect(wordsFrom(comment, 'order_sn')).toEqual({ label: 'Order SN', labels: {}, help });
  });

  it('in Chinese gives the Chinese label, and the name the English one', () => {
    expect(wordsFrom('商品编码：唯一', 'goods_sku')).toEqual({
      label: '商品编码',
      labels: { en: 'Goods SKU', zh: '商品编码' },
      help: '唯一',
    });
    expect(wordsFrom('商品', '商品').labels).toEqual({});
    expect(wordsFrom('商品の名前', 'x')).toEqual({ label: '商品の名前', labels: {}, help: null });
  });

  it('before a list is a label of any length', () => {
    expect(wordsFrom('很长'.repeat(20), 'x', true)).toMatchObject({ label: '很长'.repeat(20), help: null });
  });

  it('of any length and with any sign gives short words', () => {
    const { label, help } = wordsFrom(`标题${'，。；：（）[]{}->=1、2|/'.repeat(60)}`, 'title');
    expect([label, help?.length]).toEqual(['标题', 500]);
  });
});

it('tells columns apart whose comments begin alike', () => {
  const columns = [
    { name: 'net', comment: 'Price (net)' },
    { name: 'gross', comment: 'Price (gross)' },
    { name: 'note', comment: 'Note (long)' },
  ];
  expect(
    wordsOfColumns(columns.map((column) => ({ ...column, listed: false }))).map(({ label, help }) => [label, help]),
  ).toEqual([
    ['Price (net)', null],
    ['Price (gross)', null],
    ['Note', 'long'],
  ]);
});

it.each([
  ['用户表的用户ID', '用户ID'],
  ['订单表中的编号，唯一', '编号'],
  ['代表的人', '代表的人'],
  ['表的高度', '表的高度'],
  ['用户表', '用户'],
])('leaves out the table that a column refers to: %s', (comment, expected) => {
  expect(wordsOfColumns([{ name: 'x', comment, listed: false }])[0]?.label).toBe(expected);
});
