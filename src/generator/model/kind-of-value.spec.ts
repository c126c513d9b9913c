import { column, table } from '../../../test/support/definition.js';
import { factsOf } from './columns.js';
import { epochUnitOf, kindOfValue } from './kind-of-value.js';
import { type ValueKind, holdsShares, unitOf } from './value-kinds.js';
import { wordsOf } from './names.js';

function factOf(name: string, type: string, comment = '') {
  const [, fact] = factsOf(table('item', [column(name, type, { comment })]), ['id']).columns;
  if (!fact) throw new Error('no column');
  return fact;
}

const kindOf = (name: string, type: string, values: unknown[] = [], comment = '') =>
  kindOfValue(factOf(name, type, comment), values);

describe('the kind of values', () => {
  it.each<[ValueKind, [name: string, type: string][]]>([
    [
      'image',
      [
        ['avatar', 'varchar(255)'],
        ['goods_img', 'varchar(255)'],
        ['logo_url', 'varchar(500)'],
        ['coverImage2', 'varchar(500)'],
        ['icon_url', 'varchar(255)'],
        ['icon_image', 'varchar(255)'],
      ],
    ],
    [
      'images',
      [
        ['album_pics', 'varchar(1000)'],
        ['pic_urls', 'varchar(1000)'],
        ['images', 'text'],
        ['photos', 'json'],
      ],
    ],
    [
      'link',
      [
        ['home_url', 'varchar(255)'],
        ['website', 'varchar(99)'],
        ['download_url', 'text'],
      ],
    ],
    [
      'email',
      [
        ['email', 'varchar(64)'],
        ['contact_mail', 'varchar(64)'],
        ['email_address', 'varchar(64)'],
      ],
    ],
    [
      'phone',
      [
        ['phone', 'varchar(20)'],
        ['mobile', 'bigint'],
        ['receiver_phone', 'char(11)'],
        ['phone_number', 'varchar(20)'],
      ],
    ],
    [
      'ip',
      [
        ['login_ip', 'varchar(64)'],
        ['ipaddr', 'varchar(128)'],
        ['ip_address', 'varchar(45)'],
      ],
    ],
    [
      'color',
      [
        ['color', 'varchar(7)'],
        ['bg_colour', 'char(9)'],
      ],
    ],
    [
      'html',
      [
        ['detail_html', 'text'],
        ['body_html', 'longtext'],
      ],
    ],
    ['markdown', [['readme_md', 'text']]],
    [
      'json',
      [
        ['settings', 'json'],
        ['extra_json', 'text'],
      ],
    ],
    [
      'code',
      [
        ['order_sn', 'varchar(64)'],
        ['sku', 'varchar(64)'],
        ['uuid', 'char(36)'],
        ['file_hash', 'char(64)'],
      ],
    ],
    [
      'person',
      [
        ['create_by', 'varchar(64)'],
        ['author', 'varchar(64)'],
      ],
    ],
    ['tags', [['tags', 'varchar(255)']]],
    [
      'money',
      [
        ['price', 'decimal(10,2)'],
        ['pay_amount', 'decimal(12,4)'],
        ['total', 'double'],
        ['growth_price', 'float'],
      ],
    ],
    [
      'percent',
      [
        ['discount_percent', 'int'],
        ['success_rate', 'decimal(5,4)'],
      ],
    ],
    [
      'bytes',
      [
        ['file_size', 'bigint'],
        ['used_bytes', 'int'],
      ],
    ],
    [
      'duration',
      [
        ['cost_ms', 'int'],
        ['timeout_seconds', 'int'],
      ],
    ],
    [
      'epoch',
      [
        ['add_time', 'int'],
        ['dateline', 'int'],
        ['paid_at', 'int'],
      ],
    ],
    [
      'number',
      [
        ['stock', 'int'],
        ['weight', 'decimal(10,2)'],
        ['price', 'int'],
        ['total_weight', 'decimal(9,2)'],
        ['exchange_rate', 'decimal(9,4)'],
        ['tax_rate', 'decimal(5,2)'],
        ['sort', 'int'],
        ['add_time', 'bigint'],
        ['latitude', 'decimal(9,6)'],
        ['paid', 'int'],
      ],
    ],
    [
      'text',
      [
        ['user_id', 'int'],
        ['qq', 'bigint'],
        ['zip_code', 'int'],
        ['goodsid', 'int'],
        ['built', 'year'],
        ['name', 'varchar(64)'],
        ['icon', 'varchar(64)'],
        ['image_name', 'varchar(64)'],
        ['color', 'varchar(64)'],
        ['content', 'text'],
      ],
    ],
    [
      'switch',
      [
        ['enabled', 'tinyint(1)'],
        ['shown', 'bit(1)'],
      ],
    ],
    ['day', [['birthday', 'date']]],
    ['time', [['paid_at', 'datetime']]],
  ])('is %s by name and type', (kind, columns) => {
    expect(columns.map(([name, type]) => [name, type, kindOf(name, type)])).toEqual(
      columns.map(([name, type]) => [name, type, kind]),
    );
  });

  const SECOND = 1_700_000_000;
  it.each<[ValueKind, string, string, unknown[]]>([
    ['image', 'icon', 'varchar(64)', ['https://a.example/1.png', '/api/file/2.png']],
    ['text', 'icon', 'varchar(64)', ['user', 'menu']],
    ['text', 'cover', 'varchar(255)', ['hard', 'soft']],
    ['images', 'pic', 'varchar(255)', ['https://a.example/1.png,https://a.example/2.png', '/a.png,/b.png']],
    ['images', 'images', 'json', ['["https://a.example/1.png"]', '["https:\\/\\/a.example\\/2.png"]']],
    ['json', 'photos', 'json', ['{"a":1}']],
    ['link', 'attachment', 'varchar(255)', ['/files/a.pdf', 'https://a.example/b.pdf']],
    ['text', 'url', 'varchar(255)', ['system:user:list', 'none']],
    ['text', 'email', 'varchar(64)', ['yes', 'no']],
    ['text', 'phone', 'varchar(64)', ['iPhone 5']],
    ['text', 'color', 'char(9)', ['red', 'blue']],
    ['color', 'color', 'varchar(64)', ['#36c', 'rgb(1, 2, 3)', '#3651c9ff']],
    ['html', 'content', 'text', ['<p>a</p>', ' <div class="x">b']],
    ['text', 'content', 'text', ['a <b>c</b>', 'd']],
    ['json', 'content', 'text', ['{"a":1}', '[]', '{"b":null}']],
    ['text', 'content', 'text', ['[x] {a}', '{b}']],
    ['markdown', 'content', 'text', ['# A\n\ntext', 'See [it](https://a.example)']],
    ['text', 'code', 'varchar(64)', ['two words', 'print("a b")']],
    ['text', 'create_by', 'varchar(64)', ['17', '18']],
    ['text', 'login_ip', 'varchar(64)', ['home', 'office']],
    ['ip', 'login_ip', 'varchar(64)', ['10.0.0.1', '::1', '2001:db8::1']],
    ['text', 'tags', 'text', ['A sentence. And another one.', 'Yes. No.']],
    ['percent', 'tax_rate', 'decimal(5,2)', ['19.00', '7.00', '7.50']],
    ['number', 'tax_rate', 'decimal(5,2)', ['0.19', '0.07']],
    ['number', 'rate', 'decimal(2,1)', ['4.5']],
    ['number', 'rate', 'decimal(3,2)', ['4.50', '3.00']],
    ['epoch', 'add_time', 'bigint', [SECOND, SECOND + 9]],
    ['epoch', 'lastvisit', 'int', [SECOND]],
    ['epoch', 'created', 'bigint', [String(SECOND * 1000)]],
    ['number', 'read_time', 'int', [120, 40]],
    ['number', 'dateline', 'int', [3, 4]],
    ['number', 'elapsed_ms', 'bigint', [SECOND * 1000]],
  ])('is %s of the column %s %s with %j', (kind, name, type, values) => {
    expect(kindOf(name, type, values)).toBe(kind);
  });

  it('is what nine in ten values confirm', () => {
    const emails = Array.from({ length: 9 }, (_, index) => `a${index}@a.example`);
    expect(kindOf('email', 'varchar(64)', [...emails, 'none'])).toBe('email');
    expect(kindOf('email', 'varchar(64)', [...emails, 'none', 'no'])).toBe('text');
  });

  it('is a number of bytes or a duration if the comment names the unit', () => {
    expect(kindOf('size', 'int', [], 'Size in bytes')).toBe('bytes');
    expect(kindOf('size', 'int', [], 'Size of shoes')).toBe('number');
    expect(kindOf('duration', 'int', [], '时长（毫秒）')).toBe('duration');
    expect(kindOf('duration', 'int', [], 'Duration')).toBe('number');
  });
});

it('counts the time since 1970 in the unit of most values, else in the unit that fits the type', () => {
  const unit = (type: string, values: unknown[] = []) => epochUnitOf(factOf('t', type), values);
  expect(unit('bigint', [1_700_000_000, 1_700_000_001, 1_700_000_000_000])).toBe('seconds');
  expect(unit('bigint', ['1700000000000'])).toBe('milliseconds');
  expect([unit('bigint'), unit('int')]).toEqual(['milliseconds', 'seconds']);
});

it.each([
  ['cost_ms', '', 'milliseconds'],
  ['wait_seconds', '', 'seconds'],
  ['duration', 'in seconds', 'seconds'],
  ['duration', '耗时(毫秒)', 'milliseconds'],
  ['duration', '', undefined],
  ['s', '', undefined],
])('%s with the comment "%s" counts %s', (name, comment, unit) => {
  expect(unitOf(wordsOf(name), comment)).toBe(unit);
});

it('holds shares where there is room for no more than one', () => {
  const holds = (type: string) => holdsShares(factOf('rate', type));
  expect(['decimal(5,4)', 'decimal(3,2)', 'decimal(5,2)', 'decimal(2,1)', 'double'].map(holds)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it.each<[ValueKind, name: string, type: string, comment: string]>([
  ['image', 'url', 'varchar(255)', '广告宣传图片'],
  ['image', 'share_link', 'varchar(255)', 'Share image URL'],
  ['images', 'urls', 'varchar(1000)', '商品图片列表'],
  ['link', 'url', 'varchar(255)', '文件访问链接'],
  ['text', 'caption', 'varchar(255)', 'Text below the image'],
  ['money', 'discount', 'decimal(10,2)', '优惠金额'],
  ['number', 'discount', 'decimal(10,2)', '折扣'],
  ['number', 'number', 'int', '购买数量'],
  ['text', 'number', 'int', '编号'],
])('%s is said by a comment: %s %s, %s', (kind, name, type, comment) => {
  expect(kindOf(name, type, [], comment)).toBe(kind);
});
