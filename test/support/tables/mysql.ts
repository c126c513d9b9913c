import { LONG_NAME, type TableCase, hostileComments, twoHundred } from './case.js';

const ID = 'id INT AUTO_INCREMENT PRIMARY KEY';

/** A MySQL table with the given definition. */
const made = (name: string, body: string, rest: Omit<TableCase, 'name' | 'ddl'> = {}): TableCase => ({
  name,
  ddl: [`CREATE TABLE \`${name.replaceAll('`', '``')}\` (${body})`],
  ...rest,
});

/** A table with an auto-increment key and some columns. */
const table = (name: string, columns: string, rest: Omit<TableCase, 'name' | 'ddl'> = {}): TableCase =>
  made(name, columns === '' ? ID : `${ID}, ${columns}`, rest);

const quoted = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const text = (value: string) => ({ title: value });
const MAX = '9223372036854775807';
const UNSIGNED_MAX = '18446744073709551615';

/** Tables for the generator on MySQL and MariaDB. */
export const mysqlTables: TableCase[] = [
  table(
    'demo_product',
    'name VARCHAR(64) NOT NULL, price DECIMAL(10,2) NOT NULL DEFAULT 0, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL',
    {
      row: { name: 'a', price: '12.50' },
      change: { price: '0.05' },
      wrong: [
        { name: undefined },
        { name: null },
        { name: 'x'.repeat(65) },
        { price: '1.234' },
        { price: 'x' },
        { price: null },
      ],
    },
  ),
  table(
    't_whole',
    'a INT, b BIGINT, c TINYINT, d SMALLINT, e MEDIUMINT, f INT UNSIGNED, g TINYINT UNSIGNED, h SMALLINT UNSIGNED, i BIGINT UNSIGNED, j YEAR, k INT(5) ZEROFILL',
    {
      row: {
        a: 2147483647,
        b: MAX,
        c: 127,
        d: -32768,
        e: 8388607,
        f: 4294967295,
        g: 255,
        h: 65535,
        i: UNSIGNED_MAX,
        j: 2155,
        k: 7,
      },
      change: { b: '9223372036854775806', i: '18446744073709551614', j: 1901 },
      wrong: [
        { a: 2147483648 },
        { b: '9223372036854775808' },
        { c: 128 },
        { f: -1 },
        { i: '18446744073709551616' },
        { j: 3000 },
        { a: '1' },
      ],
    },
  ),
  table('t_decimal', 'a DECIMAL(65,30), b DECIMAL(65,0), c DECIMAL(5,2) UNSIGNED, d NUMERIC(8,8)', {
    row: { a: `${'9'.repeat(35)}.${'1'.repeat(30)}`, b: `-${'8'.repeat(65)}`, c: '999.99', d: '0.12345678' },
    change: { a: `0.${'0'.repeat(29)}1` },
    wrong: [{ c: '-1.00' }, { c: '1000' }, { a: '1e3' }, { d: '1.5' }],
  }),
  table('t_real', 'a FLOAT, b DOUBLE, c REAL', {
    row: { a: 0.5, b: 1e300, c: -0.1 },
    change: { b: 123456789.123456 },
    wrong: [{ a: '1' }, { a: 1e300 }],
  }),
  table(
    't_text',
    'a TEXT, b VARCHAR(5), c CHAR(3), d TINYTEXT, e MEDIUMTEXT, f LONGTEXT, g VARCHAR(10) CHARACTER SET latin1',
    {
      row: { a: `'"\\\u2028\n😀`, b: 'äöü😀x', c: 'abc', d: 'ü'.repeat(127), e: 'x'.repeat(70_000), f: 'long', g: 'é' },
      change: { a: '', b: '%_\\' },
      wrong: [{ b: 'sixsix' }, { a: 5 }, { c: 'abcd' }, { d: 'ü'.repeat(128) }, { a: 'x'.repeat(65_536) }, { g: '名' }],
      unfiltered: ['e'],
    },
  ),
  table('t_time', 'a DATE, b DATETIME(3), c TIMESTAMP NULL, d TIME, e TIME(3), f DATETIME(6)', {
    row: {
      a: '2024-02-29',
      b: '2026-01-31T08:30:00.123Z',
      c: '1999-12-31T23:59:59.000Z',
      d: '-838:59:59',
      e: '23:59:59.125',
      f: '2026-01-31T08:30:00.123Z',
    },
    change: { a: '9999-12-31', b: '2026-06-30T12:00:00.000Z' },
    wrong: [{ a: '2023-02-29' }, { b: 'abc' }, { c: '2199-01-01T00:00:00Z' }, { d: '839:00:00' }, { d: '10:00:00.5' }],
  }),
  table(
    't_flag',
    'a BOOLEAN, b BOOLEAN NOT NULL DEFAULT TRUE, c TINYINT(1) NOT NULL DEFAULT 0, d BIT(1), e BIT(8), f BIT(64)',
    {
      row: { a: false, c: true, d: true, e: 255, f: UNSIGNED_MAX },
      shown: { a: false, b: true, c: true, d: true, e: 255, f: UNSIGNED_MAX },
      change: { a: true, b: false, d: false, f: 1 },
      wrong: [{ a: 1 }, { b: null }, { e: 256 }],
    },
  ),
  table('t_json', 'a JSON, b JSON NOT NULL', {
    row: { a: { x: [1, null, { y: 'z' }] }, b: 'just text' },
    change: { a: null, b: '5' },
    wrong: [{ b: undefined }, { b: null }],
    unfiltered: ['a', 'b'],
  }),
  table('t_blob', 'a BLOB, b VARBINARY(4) NOT NULL, c BINARY(3), d TINYBLOB, e LONGBLOB, f MEDIUMBLOB', {
    row: { a: 'AP8Q', b: '', c: '////', d: 'AA==', e: 'AA==', f: 'AA==' },
    change: { a: null, b: '////' },
    wrong: [{ a: 'not base64!' }, { b: 'AAAAAAA=' }, { c: 'AA==' }],
    unfiltered: ['a', 'b', 'c', 'd', 'e', 'f'],
  }),
  table(
    't_choice',
    `a ENUM('x', 'it''s', 'a,b') NOT NULL, b SET('r', 'w', 'x'), c ENUM('', '"') DEFAULT '"', d SET('p', 'q') NOT NULL DEFAULT 'p,q'`,
    {
      row: { a: "it's", b: ['r', 'x'] },
      shown: { a: "it's", b: ['r', 'x'], c: '"', d: ['p', 'q'] },
      change: { a: 'a,b', b: [], d: ['q'] },
      wrong: [{ a: 'y' }, { a: null }, { b: ['z'] }, { b: ['r', 'r'] }, { b: 'r' }],
      unfiltered: ['b', 'd'],
    },
  ),
  table('t_address', 'a UUID, b INET6, c INET4', {
    row: { a: '123e4567-e89b-12d3-a456-426614174000', b: '2001:db8::ff00:42:8329', c: '192.0.2.1' },
    change: { c: '192.0.2.2' },
    wrong: [{ a: 'no uuid' }, { b: '1:2' }],
  }),
  ...['POINT', 'GEOMETRY', 'POLYGON'].map((type) =>
    table(`t_${type.toLowerCase()}`, `a ${type}`, { refused: type.toLowerCase() }),
  ),
  made('t_key_text', 'code VARCHAR(20) PRIMARY KEY, title TEXT', {
    row: { id: 'a/b c?ü', title: 'x' },
    second: { id: 'other' },
    change: text('y'),
    wrong: [{ id: '' }, { id: 5 }, { id: undefined }],
    unique: true,
  }),
  made('t_key_big', 'id BIGINT PRIMARY KEY, title TEXT', {
    row: { id: MAX, title: 'x' },
    second: { id: '9223372036854775806' },
    change: text('y'),
    wrong: [{ id: undefined }, { id: 'x' }],
    unique: true,
  }),
  made('t_key_unsigned', 'id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, title TEXT', {
    row: text('x'),
    change: text('y'),
  }),
  made('t_key_counted', 'nr BIGINT AUTO_INCREMENT PRIMARY KEY, title TEXT', { row: text('x'), change: text('y') }),
  {
    ...made('t_key_huge', '', { row: text('x'), change: text('y') }),
    ddl: [
      'CREATE TABLE t_key_huge (id BIGINT AUTO_INCREMENT PRIMARY KEY, title TEXT) AUTO_INCREMENT = 9007199254740993',
    ],
  },
  made('t_key_small', 'nr SMALLINT PRIMARY KEY, title TEXT', {
    row: { id: -5, title: 'x' },
    second: { id: 3 },
    change: text('y'),
    unique: true,
  }),
  made('t_key_decimal', 'nr DECIMAL(20,2) PRIMARY KEY, title TEXT', {
    row: { id: '123456789012345678.50', title: 'x' },
    second: { id: '2.00' },
    change: text('y'),
    unique: true,
  }),
  made('t_key_day', 'day DATE PRIMARY KEY, title TEXT', {
    row: { id: '2026-01-31', title: 'x' },
    second: { id: '2026-02-01' },
    change: text('y'),
    wrong: [{ id: '2026-02-30' }],
    unique: true,
  }),
  made('t_key_uuid', 'id CHAR(36) PRIMARY KEY DEFAULT (uuid()), title TEXT', {
    row: { id: '123e4567-e89b-12d3-a456-426614174000', title: 'x' },
    second: { id: '223e4567-e89b-12d3-a456-426614174000' },
    change: text('y'),
    unique: true,
  }),
  {
    ...made('t_key_case', '', {
      row: { id: 'A', title: 'x' },
      second: { id: ' a ' },
      change: text('y'),
      unique: true,
      emptied: true,
    }),
    ddl: [
      'CREATE TABLE t_key_case (code VARCHAR(9) COLLATE utf8mb4_nopad_bin PRIMARY KEY, title TEXT)',
      "INSERT INTO t_key_case VALUES ('a', 'x'), ('a ', 'x'), (' a', 'x'), ('%', 'x'), ('~', 'x')",
    ],
  },
  {
    ...made('t_key_near', '', {
      row: { a: '123456789012345678.5000000001', b: '18446744073709551615', title: 'x' },
      second: { a: '123456789012345678.5000000002' },
      change: text('y'),
      unique: true,
      emptied: true,
    }),
    ddl: [
      'CREATE TABLE t_key_near (a DECIMAL(30,10), b BIGINT UNSIGNED, title TEXT, PRIMARY KEY (a, b))',
      ...['5', '6', '7'].map(
        (last) =>
          `INSERT INTO t_key_near VALUES (123456789012345678.500000000${last}, 1844674407370955161${last === '5' ? 4 : 3}, 'x')`,
      ),
    ],
  },
  {
    ...made('t_key_near_one', '', {
      row: { id: '123456789012345678.5000000001', title: 'x' },
      second: { id: '123456789012345678.5000000002' },
      change: text('y'),
      unique: true,
      emptied: true,
    }),
    ddl: [
      'CREATE TABLE t_key_near_one (a DECIMAL(30,10) PRIMARY KEY, title TEXT)',
      "INSERT INTO t_key_near_one VALUES (123456789012345678.5000000003, 'x'), (123456789012345678.5000000004, 'x')",
    ],
  },
  {
    ...made('t_key_bits', '', {
      row: { mask: 5, live: 1, wide: UNSIGNED_MAX, title: 'x' },
      second: { live: 0 },
      change: text('y'),
      unique: true,
      emptied: true,
    }),
    ddl: [
      'CREATE TABLE t_key_bits (mask BIT(8), live BIT(1), wide BIT(64), title TEXT, PRIMARY KEY (mask, live, wide))',
      "INSERT INTO t_key_bits VALUES (b'111', b'0', b'0', 'x'), (b'111', b'1', b'0', 'x'), (b'111', b'1', b'1', 'x')",
    ],
  },
  made('t_key_bit', 'live BIT(2) PRIMARY KEY, title TEXT', {
    row: { id: 2, title: 'x' },
    second: { id: 3 },
    change: text('y'),
    unique: true,
  }),
  made('t_key_switch', 'nr TINYINT(1) UNSIGNED AUTO_INCREMENT PRIMARY KEY, size TINYINT(1) UNSIGNED DEFAULT 2', {
    row: { size: 200 },
    change: { size: 255 },
    wrong: [{ size: -1 }, { size: true }],
  }),
  made('t_key_binary', 'raw BINARY(16) PRIMARY KEY, title TEXT', {
    row: { id: 'base64url:AAECAwQFBgcICQoLDA0ODw', title: 'x' },
    second: { id: '0123456789abcdef' },
    change: text('y'),
    wrong: [{ id: 'too short' }, { id: 'base64url:AAEC' }],
    unique: true,
  }),
  {
    name: 't_binary_link',
    ddl: [
      'CREATE TABLE t_binary_link (id INT AUTO_INCREMENT PRIMARY KEY, raw BINARY(16) NOT NULL, FOREIGN KEY (raw) REFERENCES t_key_binary (raw))',
      `INSERT INTO t_key_binary VALUES (X'${'FF'.repeat(16)}', 'known')`,
    ],
    row: { raw: `base64url:${'_'.repeat(21)}w` },
    shown: { raw: `base64url:${'_'.repeat(21)}w`, rawLabel: 'known' },
    missing: { raw: 'base64url:__________________8AAA' },
  },
  made('t_key_time', 'at DATETIME PRIMARY KEY, title TEXT', { refused: 'at' }),
  made('t_key_none', 'title TEXT', { refused: 'no primary key' }),
  made('t_key_unique', 'n INT UNIQUE, code VARCHAR(9) NOT NULL UNIQUE, title TEXT', {
    row: { id: 'a', n: 1, title: 'x' },
    second: { id: 'b', n: 2 },
    change: text('y'),
    unique: true,
  }),
  made('t_key_two', 'a INT NOT NULL, b VARCHAR(9) NOT NULL, title TEXT, PRIMARY KEY (a, b)', {
    row: { a: 7, b: 'e,n/%', title: 'x' },
    second: { b: 'de' },
    change: text('y'),
    unique: true,
  }),
  table('t_only', '', { row: {}, operations: 7 }),
  table('order items', '`the title` TEXT, `2nd` INT, `größe` DOUBLE, `名称` TEXT, `a-b` INT, `x.y` INT, `50%` INT', {
    kebab: 'order-items',
    row: { theTitle: 'x', c2nd: 2, grosse: 1.5, u540dU79f0: 'n', aB: 1, xY: 2, c50: 3 },
    change: { u540dU79f0: '称' },
  }),
  table('2fast', 'title TEXT', { kebab: 't2fast', row: text('x'), change: text('y') }),
  table('größe', 'title TEXT', { kebab: 'grosse', row: text('x'), change: text('y') }),
  table('名称', 'title TEXT', { kebab: 'u540d-u79f0', row: text('x'), change: text('y') }),
  ...['class', 'column', 'date', 'promise', 'string', 'crud'].map((name) =>
    table(name, 'title TEXT', { row: text('x'), change: text('y') }),
  ),
  table('it\'s "quoted"', 'title TEXT', { refused: 'makes no name' }),
  table('back`tick', 'title TEXT', { refused: 'makes no name' }),
  table('t_bad_column', '`what?` INT', { refused: 'what?' }),
  table('t_collide', 'a_b INT, aBC INT, `a b` INT, a__b INT, `A-B` INT', {
    row: { aB: 1, aBc: 2, aB2: 3, aB3: 4, aB4: 5 },
    change: { aB4: 6 },
  }),
  table('t_parameters', '`order` INT, page_no INT, pageSize INT, order_by TEXT, start_time DATETIME, token TEXT', {
    row: { order: 1, pageNo: 2, pageSize: 3, orderBy: 'x', startTime: '2026-01-31T08:30:00.000Z', token: 't' },
    shown: { order: 1, pageNo: 2, pageSize: 3, orderBy: 'x', startTime: '2026-01-31T08:30:00.000Z' },
    change: { order: 5 },
    unfiltered: ['order', 'pageNo', 'pageSize', 'orderBy', 'startTime', 'token'],
  }),
  table('t_members', '__proto__ TEXT, constructor TEXT, toString TEXT, `select` TEXT, `default` TEXT', {
    row: { proto: 'a', constructor2: 'b', toString2: 'c', select: 'e', default: 'f' },
    change: { proto: 'z' },
  }),
  table('t_long_name', `${LONG_NAME} INT`, {
    row: { [`longX${'x'.repeat(58)}`]: 1 },
    change: { [`longX${'x'.repeat(58)}`]: 2 },
  }),
  made(
    't_wide',
    `${ID}, ${twoHundred.map((name, index) => `${name} ${['INT', 'TEXT', 'VARCHAR(20)', 'DOUBLE'][index % 4]}`).join(', ')}`,
    {
      row: Object.fromEntries(
        twoHundred.map((name, index) => [name, index % 4 === 0 || index % 4 === 3 ? index : `v${index}`]),
      ),
      change: { c200: 1.5 },
      unfiltered: twoHundred.slice(5),
    },
  ),
  {
    ...made('t_hostile', '', { row: { c0: 'x' }, change: { c1: 'y' } }),
    ddl: [
      `CREATE TABLE t_hostile (${ID}, ${hostileComments('mysql')
        .map((comment, index) => `c${index} TEXT COMMENT ${quoted(comment)}`)
        .join(', ')}) COMMENT ${quoted(hostileComments('mysql').slice(0, 8).join(' '))}`,
    ],
  },
  table(
    't_enum',
    `status INT NOT NULL DEFAULT 1 COMMENT 'status:1-on 2-off', kind VARCHAR(8) COMMENT '类型：a-甲 b-乙', flag TINYINT(1) COMMENT 'flag:0-no 1-yes 2-maybe', odd INT COMMENT 'odd:1-x 1-y'`,
    {
      row: { kind: 'a', flag: 2, odd: 5 },
      shown: { status: 1, kind: 'a', flag: 2, odd: 5 },
      change: { status: 2, kind: 'b' },
      wrong: [{ status: 3 }, { status: null }, { kind: 'c' }, { flag: 3 }],
    },
  ),
  table(
    't_defaults',
    `a VARCHAR(20) DEFAULT 'it''s', b VARCHAR(20) NOT NULL DEFAULT 'back\\\\slash', c INT DEFAULT -5, d DOUBLE DEFAULT 1.5, e DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3), f VARCHAR(20) DEFAULT (lower('ABC')), g DECIMAL(5,2) DEFAULT 1.5, h BINARY(2) DEFAULT x'00ff', i BIGINT DEFAULT ${MAX}, j JSON DEFAULT '{"a":1}', k BOOLEAN DEFAULT FALSE, l BIT(4) DEFAULT b'101', m DATE DEFAULT '2026-01-31', n TEXT DEFAULT NULL, o TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP`,
    {
      row: {},
      shown: {
        a: "it's",
        b: 'back\\slash',
        c: -5,
        d: 1.5,
        f: 'abc',
        g: '1.50',
        h: 'AP8=',
        i: MAX,
        j: { a: 1 },
        k: false,
        l: 5,
        m: '2026-01-31',
        n: null,
      },
      change: { a: null, i: 1 },
      unfiltered: ['h', 'j'],
    },
  ),
  table('t_generated', 'a INT NOT NULL, twice INT AS (a * 2) STORED, half DOUBLE AS (a / 2) VIRTUAL', {
    row: { a: 3 },
    shown: { a: 3, twice: 6, half: 1.5 },
    change: { a: 4 },
  }),
  table('t_unique', 'a VARCHAR(10) NOT NULL UNIQUE, b INT, c INT, UNIQUE (b, c)', {
    row: { a: 'x', b: 1, c: 1 },
    second: { a: 'y', b: 2 },
    change: { c: 9 },
    unique: true,
  }),
  table('t_check', 'age INT NOT NULL CHECK (age > 0), name VARCHAR(9) NOT NULL', {
    row: { age: 1, name: 'x' },
    change: { age: 2 },
    wrong: [{ age: 0 }],
  }),
  table('t_parent', 'title TEXT', { row: text('x'), change: text('y') }),
  {
    ...made('t_child', '', { row: { parentId: 1 }, change: {}, wrong: [{ parentId: 999 }] }),
    ddl: [
      "INSERT INTO t_parent (title) VALUES ('kept')",
      `CREATE TABLE t_child (${ID}, parent_id INT NOT NULL, FOREIGN KEY (parent_id) REFERENCES t_parent (id))`,
    ],
  },
  // Names that the API description uses for something else.
  table('failure', 'title TEXT', { row: text('x'), change: text('y') }),
  table('info', 'title TEXT', { row: text('x'), change: text('y') }),
  table('t_tenant', 'tenant_id INT NOT NULL DEFAULT 0, title TEXT', {
    row: text('x'),
    shown: { ...text('x'), tenantId: 0 },
    change: text('y'),
  }),
  table('t_tenant_made', 'place INT, tenant_id INT GENERATED ALWAYS AS (place) STORED', { refused: 'tenant_id' }),
  table('t_tenant_text', 'tenant_id VARCHAR(9), title TEXT', {
    row: { tenantId: 'acme', title: 'x' },
    change: { tenantId: 'other' },
  }),
  made('t_tenant_key', 'tenant_id INT PRIMARY KEY, title TEXT', { refused: 'tenant' }),
  made('t_stamped', 'code VARCHAR(9) PRIMARY KEY, title TEXT, created_at DATETIME, updatedAt TIMESTAMP NULL', {
    row: { id: 'a', title: 'x' },
    second: { id: 'b' },
    change: text('y'),
    unique: true,
  }),
  table('t_sorted', 'sort JSON, title TEXT', {
    row: { sort: [1], title: 'x' },
    change: text('y'),
    unfiltered: ['sort'],
  }),
  { name: 'v_view', ddl: ["CREATE VIEW v_view AS SELECT 1 AS id, 'The only one' AS title"], operations: 3 },
  table('demo_item', 'title TEXT', { row: text('x'), change: text('y') }),
  table('demoItem', 'title TEXT', { refused: 'demo_item' }),
  ...['generator', 'login', 'auth', 'docs', 'online'].map((name) => table(name, 'title TEXT', { refused: 'taken' })),
  { name: 'dict', ddl: [], refused: 'service itself' },
  { name: 'seed', ddl: [], refused: 'service itself' },
  { name: 'mysql.user', ddl: [], refused: 'no table' },
  { name: '../escape', ddl: [], refused: 'no table' },
  { name: '__proto__', ddl: [], refused: 'no table' },
];
