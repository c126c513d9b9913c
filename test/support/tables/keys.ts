import { type EitherTable, either } from './either.js';

const UUID = '018f4e5a-9b1c-7d2e-8f3a-1b2c3d4e5f60';

/** Composite keys, text keys, and keys that the service generates. */
export const keyTables: EitherTable[] = [
  either(
    'payroll_salary',
    [
      'emp_no INT NOT NULL',
      'amount INT NOT NULL',
      'from_date DATE NOT NULL',
      'to_date DATE NOT NULL',
      'PRIMARY KEY (emp_no, from_date)',
    ],
    {
      row: { empNo: 10001, amount: 60117, fromDate: '1986-06-26', toDate: '9999-01-01' },
      second: { fromDate: '1987-06-26' },
      change: { amount: 62102, toDate: '1987-06-26' },
      wrong: [{ fromDate: undefined }, { fromDate: '1986-02-30' }, { empNo: null }, { amount: 'x' }],
      unique: true,
    },
  ),
  either(
    'payroll_title',
    [
      'emp_no INT NOT NULL',
      'title VARCHAR(50) NOT NULL',
      'from_date DATE NOT NULL',
      'to_date DATE',
      'PRIMARY KEY (emp_no, title, from_date)',
    ],
    {
      row: { empNo: 10001, title: 'Senior, "lead" / engineer', fromDate: '1986-06-26', toDate: null },
      second: { title: '50 % staff' },
      change: { toDate: '1999-12-31' },
      unique: true,
    },
  ),
  either(
    'goods_description',
    [
      'goods_no INT NOT NULL',
      'lang_no INT NOT NULL',
      'name VARCHAR(255) NOT NULL',
      'tag TEXT',
      'PRIMARY KEY (goods_no, lang_no)',
    ],
    {
      row: { goodsNo: 7, langNo: 1, name: 'Größe', tag: 'a,b' },
      second: { langNo: 2 },
      change: { name: '尺寸' },
      unique: true,
    },
  ),
  either(
    'lesson_description',
    ['id INT NOT NULL', 'lang CHAR(2) NOT NULL', 'name VARCHAR(64)', 'PRIMARY KEY (id, lang)'],
    {
      row: { id2: 3, lang: 'de', name: 'Eins' },
      second: { lang: 'fr' },
      change: { name: 'Un' },
      wrong: [{ id2: undefined }, { lang: 'deu' }],
      unique: true,
    },
  ),
  either('goods_shelf', ['goods_no INT NOT NULL', 'shelf_no INT NOT NULL', 'PRIMARY KEY (goods_no, shelf_no)'], {
    row: { goodsNo: 1, shelfNo: -2 },
    second: { shelfNo: 0 },
    operations: 7,
    unique: true,
  }),
  either('staff_post', ['staff_no BIGINT NOT NULL', 'post_no BIGINT NOT NULL', 'PRIMARY KEY (staff_no, post_no)'], {
    row: { staffNo: '9223372036854775807', postNo: 1 },
    second: { postNo: 2 },
    operations: 7,
    unique: true,
  }),
  either(
    'carrier_zone',
    [
      'carrier INT NOT NULL',
      'zone INT NOT NULL',
      'shop INT NOT NULL',
      'position INT NOT NULL DEFAULT 0',
      'PRIMARY KEY (carrier, zone, shop)',
    ],
    { row: { carrier: 1, zone: 2, shop: 3 }, second: { zone: 4 }, change: { position: 5 }, unique: true },
  ),
  either(
    'goods_tag',
    ['goods_no INT NOT NULL', 'tag VARCHAR(40) NOT NULL', 'note VARCHAR(9)', 'UNIQUE (goods_no, tag)'],
    {
      row: { goodsNo: 1, tag: 'été & co', note: 'a' },
      second: { tag: '100%' },
      change: { note: null },
      unique: true,
    },
  ),
  either('goods_pair', ['first_no INT NOT NULL', 'second_no INT NOT NULL', 'UNIQUE (first_no, second_no)'], {
    row: { firstNo: 1, secondNo: 2 },
    second: { secondNo: 3 },
    operations: 7,
    unique: true,
  }),
  either('goods_alias', ['goods_no INT', 'alias VARCHAR(40)', 'UNIQUE (goods_no, alias)'], {
    refused: 'no unique key',
  }),
  either(
    'meter_reading',
    [
      'meter VARCHAR(20) NOT NULL',
      'at DATETIME NOT NULL',
      'used DECIMAL(12,3) NOT NULL DEFAULT 0',
      'PRIMARY KEY (meter, at)',
    ],
    {
      row: { meter: 'm/1', at: '2026-01-31T08:30:00.000Z', used: '12.500' },
      second: { at: '0999-01-31T08:30:00.000Z' },
      change: { used: '0.001' },
      wrong: [{ at: undefined }, { at: 'soon' }],
      unique: true,
    },
  ),
  either(
    'feature_switch',
    ['code VARCHAR(20) NOT NULL', 'live BOOLEAN NOT NULL', 'note VARCHAR(40)', 'PRIMARY KEY (code, live)'],
    {
      row: { code: 'beta', live: 0, note: 'off' },
      second: { live: 1 },
      change: { note: 'on' },
      unique: true,
    },
  ),
  either(
    'price_step',
    [
      'code VARCHAR(20) NOT NULL',
      'quantity DECIMAL(10,2) NOT NULL',
      'price DECIMAL(10,2) NOT NULL',
      'PRIMARY KEY (code, quantity)',
    ],
    {
      row: { code: 'a', quantity: '1.50', price: '9.99' },
      second: { quantity: '10.00' },
      change: { price: '0.01' },
      unique: true,
    },
  ),
  either(
    'stock_level',
    [
      'tenant_id INT NOT NULL',
      'sku VARCHAR(30) NOT NULL',
      'quantity INT NOT NULL DEFAULT 0',
      'PRIMARY KEY (tenant_id, sku)',
    ],
    {
      row: { sku: 'A-1' },
      shown: { sku: 'A-1', quantity: 0, tenantId: 0 },
      second: { sku: 'B-1' },
      change: { quantity: 5 },
      unique: true,
    },
  ),
  either(
    'made_notice',
    ['id VARCHAR(32) NOT NULL PRIMARY KEY', 'title VARCHAR(100)', 'create_by VARCHAR(50)', 'create_time DATETIME'],
    {
      row: { title: 'x' },
      change: { title: 'y' },
    },
  ),
  either('made_page', ['uuid CHAR(36) NOT NULL PRIMARY KEY', 'title VARCHAR(100)'], {
    row: { title: 'x' },
    change: { title: 'y' },
  }),
  either('given_page', ['guid VARCHAR(40) NOT NULL PRIMARY KEY', 'title VARCHAR(100)'], {
    row: { id: UUID, title: 'x' },
    second: { id: 'anything' },
    change: { title: 'y' },
    unique: true,
  }),
  either('locale_text', ['locale CHAR(5) NOT NULL PRIMARY KEY', 'title VARCHAR(100)'], {
    row: { id: 'zh_CN', title: '中文' },
    second: { id: 'en' },
    change: { title: 'Chinese' },
    unique: true,
  }),
  either(
    'config_entry',
    [
      'group_name VARCHAR(128) NOT NULL',
      'data_name VARCHAR(255) NOT NULL',
      'id BIG COUNTED',
      'content TEXT NOT NULL',
      'UNIQUE (group_name, data_name)',
    ],
    {
      row: { groupName: 'DEFAULT_GROUP', dataName: 'app.yaml', content: 'a: 1\nb: "2"\n' },
      second: { dataName: 'other.yaml' },
      change: { content: '' },
      unique: true,
    },
  ),
  either(
    'goods_recommend',
    [
      'cat_id INT NOT NULL',
      'recommend_type TINYINT(1) NOT NULL',
      'note VARCHAR(9)',
      'PRIMARY KEY (cat_id, recommend_type)',
    ],
    {
      row: { catId: 5, recommendType: 5, note: 'x' },
      second: { recommendType: -1 },
      change: { note: 'y' },
      wrong: [{ recommendType: true }],
      unique: true,
      emptied: true,
      also: ["INSERT INTO goods_recommend VALUES (777, 1, 'a'), (777, 2, 'b'), (777, 3, 'c'), (777, 0, 'd')"],
    },
  ),
  either('lamp_level', ['level BOOLEAN NOT NULL PRIMARY KEY', 'title VARCHAR(9)'], {
    row: { id: 7, title: 'x' },
    second: { id: -3 },
    change: { title: 'y' },
    wrong: [{ id: true }],
    unique: true,
    emptied: true,
    also: ["INSERT INTO lamp_level VALUES (1, 'a'), (2, 'b')"],
  }),
  either(
    'meter_exact',
    ['meter VARCHAR(20) NOT NULL', 'at DATETIME(6) NOT NULL', 'used DECIMAL(12,3)', 'PRIMARY KEY (meter, at)'],
    {
      row: { meter: 'm', at: '2026-01-31T08:30:00.000Z', used: '12.500' },
      second: { at: '2026-01-31T08:30:00.123Z' },
      change: { used: '0.001' },
      unique: true,
      emptied: true,
      also: [
        "INSERT INTO meter_exact VALUES ('n', '2026-01-31 08:30:00.123456', 1), ('n', '2026-01-31 08:30:00.123457', 2), ('n', '0001-01-01 00:00:00.000001', 3), ('n', '2026-01-31 08:30:00', 4)",
      ],
    },
  ),
  either('meter_hour', ['meter BIGINT NOT NULL', 'at TIME(6) NOT NULL', 'used INT', 'PRIMARY KEY (meter, at)'], {
    row: { meter: '9007199254740993', at: '08:30:00.000000', used: 1 },
    second: { meter: '9007199254740992' },
    change: { used: 2 },
    unique: true,
    emptied: true,
    also: [
      "INSERT INTO meter_hour VALUES (9007199254740994, '08:30:00.123456', 1), (9007199254740995, '08:30:00.123456', 1), (9007199254740996, '08:30:00.123457', 1)",
    ],
  }),
];
