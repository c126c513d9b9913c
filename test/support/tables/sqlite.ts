import { LONG_NAME, type TableCase, hostileComments, twoHundred } from './case.js';

const ID = 'id INTEGER PRIMARY KEY AUTOINCREMENT';

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A table with an auto-increment key and some columns. */
const table = (name: string, columns: string, rest: Omit<TableCase, 'name' | 'ddl'> = {}): TableCase => ({
  name,
  ddl: [`CREATE TABLE ${quoted(name)} (${ID}${columns === '' ? '' : `, ${columns}`})`],
  ...rest,
});

/** An SQLite table with the given definition. */
const made = (name: string, body: string, rest: Omit<TableCase, 'name' | 'ddl'> = {}): TableCase => ({
  name,
  ddl: [`CREATE TABLE ${quoted(name)} ${body}`],
  ...rest,
});

const BIG = '9223372036854775807';
const text = (value: string) => ({ title: value });

/** Tables for the generator on SQLite. */
export const sqliteTables: TableCase[] = [
  table(
    'demo_product',
    'name VARCHAR(64) NOT NULL, price DECIMAL(10,2) NOT NULL DEFAULT 0, created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL',
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
    'a INT, b INTEGER, c TINYINT, d SMALLINT, e MEDIUMINT, f BIGINT, g INT2, h INT8, i UNSIGNED BIG INT',
    {
      kebab: 't-whole',
      row: {
        a: 2147483647,
        b: BIG,
        c: 127,
        d: -32768,
        e: 8388607,
        f: '-9223372036854775808',
        g: 5,
        h: '9007199254740993',
        i: BIG,
      },
      change: { b: 9007199254740991, f: 0, h: '9223372036854775806' },
      wrong: [
        { a: 2147483648 },
        { b: '9223372036854775808' },
        { c: 128 },
        { d: 1.5 },
        { a: '1' },
        { f: '' },
        { h: 2 ** 53 },
      ],
    },
  ),
  table('t_decimal', 'a DECIMAL(15,5), b NUMERIC, c DECIMAL(18), d NUMERIC(8,8)', {
    row: { a: '1234567890.12345', b: '0.100000000000', c: '999999999999999999', d: '0.00000001' },
    change: { a: '-0.00001', b: '12.500000000000' },
    wrong: [{ a: '1.123456' }, { b: '1234567890.1234567' }, { c: '1.5' }, { a: 'NaN' }, { a: '1e3' }, { a: '' }],
  }),
  table('t_real', 'a REAL, b DOUBLE, c FLOAT, d DOUBLE PRECISION', {
    row: { a: 0.1, b: 1e300, c: -1.5, d: 5e-324 },
    change: { a: 123456789.123456 },
    wrong: [{ a: '1' }, { b: true }],
  }),
  table(
    't_text',
    'a TEXT, b VARCHAR(5), c CHAR(3), d CLOB, e NVARCHAR(10), f CHARACTER(20), g VARYING CHARACTER(9), h',
    {
      row: {
        a: `'"\\\u2028\n😀`,
        b: 'äöü😀x',
        c: 'abc',
        d: 'x'.repeat(70_000),
        e: '0012',
        f: 'x',
        g: 'y',
        h: 'untyped',
      },
      change: { a: '', b: '%_\\' },
      wrong: [{ b: 'sixsix' }, { a: 5 }, { c: 'abcd' }],
      unfiltered: ['d'],
    },
  ),
  table('t_time', 'a DATE, b DATETIME, c TIMESTAMP, d TIME', {
    row: { a: '2024-02-29', b: '2026-01-31T08:30:00.123Z', c: '1999-12-31T23:59:59.999Z', d: '23:59:59' },
    change: { a: '9999-12-31', b: '2026-06-30T12:00:00.000Z' },
    wrong: [{ a: '2023-02-29' }, { a: '2026-01-31T00:00:00Z' }, { b: 'abc' }, { b: 5 }, { d: '25:61:00' }],
  }),
  table('t_flag', 'a BOOLEAN, b BOOLEAN NOT NULL DEFAULT TRUE, c TINYINT(1) NOT NULL DEFAULT 0, d BOOL', {
    row: { a: false, c: true, d: true },
    shown: { a: false, b: true, c: true, d: true },
    change: { a: true, b: false },
    wrong: [{ a: 1 }, { b: null }, { c: 'true' }],
  }),
  table('t_json', 'a JSON, b JSON NOT NULL', {
    row: { a: { x: [1, null, { y: 'z' }] }, b: 'just text' },
    change: { a: null, b: [] },
    wrong: [{ b: undefined }, { b: null }],
    unfiltered: ['a', 'b'],
  }),
  table('t_blob', 'a BLOB, b BLOB NOT NULL', {
    row: { a: 'AP8Q', b: '' },
    change: { a: null, b: '/////w==' },
    wrong: [{ a: 'not base64!' }, { b: 7 }],
    unfiltered: ['a', 'b'],
  }),
  made('t_strict', `(${ID}, a INT NOT NULL, b TEXT, c REAL, d BLOB, e ANY) STRICT`, {
    row: { a: 1, b: 'x', c: 2.5, d: 'AA==', e: 'any' },
    wrong: [{ a: 'x' }],
    change: { a: 2 },
    unfiltered: ['d'],
  }),
  made('t_rowless', '(code TEXT PRIMARY KEY, n INTEGER) WITHOUT ROWID', {
    row: { id: 'a/b c?ü', n: 1 },
    second: { id: 'other' },
    change: { n: 2 },
    wrong: [{ id: '' }, { id: 5 }, { id: undefined }],
    unique: true,
  }),
  made('t_rowless_number', '(id INTEGER PRIMARY KEY, n INTEGER) WITHOUT ROWID', {
    row: { id: BIG, n: 1 },
    second: { id: '9223372036854775806' },
    change: { n: 2 },
    wrong: [{ id: undefined }, { id: 'x' }],
    unique: true,
  }),
  made('t_key_rowid', '(number INTEGER PRIMARY KEY, title TEXT)', { row: text('x'), change: text('y') }),
  made('t_key_int', '(nr INT PRIMARY KEY, title TEXT)', {
    row: { id: -5, title: 'x' },
    second: { id: 6 },
    change: text('y'),
    unique: true,
  }),
  made('t_key_decimal', '(nr DECIMAL(10,2) PRIMARY KEY, title TEXT)', {
    row: { id: '1.50', title: 'x' },
    second: { id: '2.00' },
    change: text('y'),
    unique: true,
  }),
  made('t_key_day', '(day DATE PRIMARY KEY, title TEXT)', {
    row: { id: '2026-01-31', title: 'x' },
    second: { id: '2026-02-01' },
    change: text('y'),
    wrong: [{ id: '2026-02-30' }],
    unique: true,
  }),
  made('t_key_blob', '(raw BLOB PRIMARY KEY, title TEXT)', {
    row: { id: 'base64url:AAEC', title: 'x' },
    second: { id: 'text' },
    change: text('y'),
    wrong: [{ id: 'base64url:dGV4dA' }],
    unique: true,
  }),
  made('t_key_time', '(at DATETIME PRIMARY KEY, title TEXT)', { refused: 'at' }),
  made('t_key_none', '(title TEXT)', { refused: 'no primary key' }),
  made('t_key_unique', '(n INT UNIQUE, code VARCHAR(9) NOT NULL UNIQUE, title TEXT)', {
    row: { id: 'a', n: 1, title: 'x' },
    second: { id: 'b', n: 2 },
    change: text('y'),
    unique: true,
  }),
  made('t_key_two', '(a INT NOT NULL, b VARCHAR(9) NOT NULL, title TEXT, PRIMARY KEY (a, b))', {
    row: { a: 7, b: 'e,n/%', title: 'x' },
    second: { b: 'de' },
    change: text('y'),
    unique: true,
  }),
  {
    ...made('t_key_spelled', '', {
      row: { code: 'a', at: '2026-01-31T08:30:00.000Z', day: '2026-01-31', title: 'x' },
      second: { code: 'b' },
      change: text('y'),
      unique: true,
      emptied: true,
    }),
    ddl: [
      'CREATE TABLE t_key_spelled (code VARCHAR(9), at DATETIME, day DATE, title TEXT, PRIMARY KEY (code, at, day))',
      ...[
        "'c', '2026-01-31 08:30:00'",
        "'c', '2026-01-31T08:30:00.000Z'",
        "'c', '2026-01-31 08:30:00.000'",
        "NULL, 'soon'",
      ].map((key) => `INSERT INTO t_key_spelled VALUES (${key}, '2026-01-31 00:00:00', 'x')`),
    ],
  },
  {
    ...made('t_key_case', '', {
      row: { id: 'A', title: 'x' },
      second: { id: ' a ' },
      change: text('y'),
      unique: true,
      emptied: true,
    }),
    ddl: [
      'CREATE TABLE t_key_case (code VARCHAR(9) PRIMARY KEY, title TEXT)',
      "INSERT INTO t_key_case VALUES ('a', 'x'), ('a ', 'x'), (' a', 'x'), ('%', 'x'), ('~', 'x')",
    ],
  },
  made('t_odd_type', `(${ID}, a STRING)`, { refused: 'string' }),
  table('t_only', '', { row: {}, operations: 7 }),
  table('order items', '"the title" TEXT, "2nd" INT, "größe" REAL, "名称" TEXT, "a-b" INT, "x.y" INT, "50%" INT', {
    kebab: 'order-items',
    row: { theTitle: 'x', c2nd: 2, grosse: 1.5, u540dU79f0: 'n', aB: 1, xY: 2, c50: 3 },
    change: { u540dU79f0: '称' },
  }),
  table('2fast', '"title" TEXT', { kebab: 't2fast', row: text('x'), change: text('y') }),
  table('größe', '"title" TEXT', { kebab: 'grosse', row: text('x'), change: text('y') }),
  table('名称', '"title" TEXT', { kebab: 'u540d-u79f0', row: text('x'), change: text('y') }),
  ...['class', 'column', 'date', 'promise', 'entity', 'string', 'page', 'caller', 'crud_rows', 'repository'].map(
    (name) => table(name, 'title TEXT', { row: text('x'), change: text('y') }),
  ),
  table('crud', 'title TEXT', { row: text('x'), change: text('y') }),
  table('it\'s "quoted"', 'title TEXT', { refused: 'makes no name' }),
  table('a.b', 'title TEXT', { refused: 'makes no name' }),
  table('%%', 'title TEXT', { refused: 'makes no name' }),
  made('t_bad_column', `(${ID}, "what?" INT)`, { refused: 'what?' }),
  table('t_collide', 'a_b INT, aBC INT, "a b" INT, a__b INT, "A-B" INT', {
    row: { aB: 1, aBc: 2, aB2: 3, aB3: 4, aB4: 5 },
    change: { aB4: 6 },
  }),
  table('t_parameters', '"order" INT, page_no INT, pageSize INT, order_by TEXT, start_time DATETIME, token TEXT', {
    row: { order: 1, pageNo: 2, pageSize: 3, orderBy: 'x', startTime: '2026-01-31T08:30:00.000Z', token: 't' },
    shown: { order: 1, pageNo: 2, pageSize: 3, orderBy: 'x', startTime: '2026-01-31T08:30:00.000Z' },
    change: { order: 5 },
    unfiltered: ['order', 'pageNo', 'pageSize', 'orderBy', 'startTime', 'token'],
  }),
  table(
    't_members',
    '__proto__ TEXT, constructor TEXT, toString TEXT, hasOwnProperty TEXT, "select" TEXT, "default" TEXT, stamp_creation TEXT',
    {
      row: {
        proto: 'a',
        constructor2: 'b',
        toString2: 'c',
        hasOwnProperty2: 'd',
        select: 'e',
        default: 'f',
        stampCreation2: 'g',
      },
      change: { proto: 'z' },
    },
  ),
  made('t_other_id', '(code VARCHAR(20) PRIMARY KEY, id INT, title TEXT)', {
    row: { id: 'k-1', id2: 7, title: 'x' },
    second: { id: 'k-2' },
    change: { id2: 8 },
    unique: true,
  }),
  table('t_long_name', `${LONG_NAME} INT`, {
    row: { [`long${'X'}${'x'.repeat(58)}`]: 1 },
    change: { [`long${'X'}${'x'.repeat(58)}`]: 2 },
  }),
  made(
    't_wide',
    `(${ID}, ${twoHundred.map((name, index) => `${name} ${['INT', 'TEXT', 'VARCHAR(20)', 'REAL'][index % 4]}`).join(', ')})`,
    {
      row: Object.fromEntries(
        twoHundred.map((name, index) => [name, index % 4 === 0 || index % 4 === 3 ? index : `v${index}`]),
      ),
      change: { c200: 1.5 },
      unfiltered: twoHundred.slice(5),
    },
  ),
  made(
    't_hostile',
    `(\n  ${ID}, -- ${hostileComments('sqlite')[0]}\n${hostileComments('sqlite')
      .map(
        (comment, index) =>
          `  c${index} TEXT${index === hostileComments('sqlite').length - 1 ? '' : ','} -- ${comment}`,
      )
      .join('\n')}\n)`,
    { row: { c0: 'x' }, change: { c1: 'y' } },
  ),
  made(
    't_enum',
    `(\n  ${ID},\n  status INT NOT NULL DEFAULT 1, -- status:1-on 2-off\n  kind VARCHAR(8), -- 类型：a-甲 b-乙\n  flag TINYINT(1), -- flag:0-no 1-yes 2-maybe\n  odd INT -- odd:1-x 1-y\n)`,
    {
      row: { kind: 'a', flag: 2, odd: 5 },
      shown: { status: 1, kind: 'a', flag: 2, odd: 5 },
      change: { status: 2, kind: 'b' },
      wrong: [{ status: 3 }, { status: null }, { kind: 'c' }, { flag: 3 }],
    },
  ),
  table(
    't_defaults',
    `a TEXT DEFAULT 'it''s', b TEXT NOT NULL DEFAULT 'back\\slash', c INT DEFAULT -5, d REAL DEFAULT 1.5, e DATETIME DEFAULT CURRENT_TIMESTAMP, f TEXT DEFAULT (lower('ABC')), g DECIMAL(5,2) DEFAULT 1.5, h BLOB DEFAULT x'00ff', i BIGINT DEFAULT ${BIG}, j JSON DEFAULT '{"a":1}', k BOOLEAN DEFAULT FALSE, l TEXT DEFAULT "double", m DATE DEFAULT '2026-01-31', n TEXT DEFAULT NULL`,
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
        i: BIG,
        j: { a: 1 },
        k: false,
        l: 'double',
        m: '2026-01-31',
        n: null,
      },
      change: { a: null, i: 1 },
      unfiltered: ['h', 'j'],
    },
  ),
  table('t_generated', 'a INT NOT NULL, twice INT GENERATED ALWAYS AS (a * 2) STORED, half REAL AS (a / 2.0)', {
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
  table('t_check', 'age INT NOT NULL CHECK (age > 0), name TEXT NOT NULL', {
    row: { age: 1, name: 'x' },
    change: { age: 2 },
    wrong: [{ age: 0 }],
  }),
  table('t_parent', 'title TEXT', { row: text('x'), change: text('y') }),
  {
    ...table('t_child', 'parent_id INTEGER NOT NULL REFERENCES t_parent (id)', {
      row: { parentId: 1 },
      change: {},
      wrong: [{ parentId: 999 }],
    }),
    ddl: [
      "INSERT INTO t_parent (title) VALUES ('kept')",
      `CREATE TABLE t_child (${ID}, parent_id INTEGER NOT NULL REFERENCES t_parent (id))`,
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
  table('t_tenant_text', 'tenant_id TEXT, title TEXT', {
    row: { tenantId: 'acme', title: 'x' },
    change: { tenantId: 'other' },
  }),
  made('t_tenant_key', '(tenant_id INT PRIMARY KEY, title TEXT)', { refused: 'tenant' }),
  made('t_stamped', '(code VARCHAR(9) PRIMARY KEY, title TEXT, created_at DATETIME, updatedAt TIMESTAMP)', {
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
  {
    ...table('t_trigger', 'title TEXT', { row: text('x'), change: text('y'), wrong: [text('forbidden')] }),
    ddl: [
      `CREATE TABLE t_trigger (${ID}, title TEXT)`,
      ...['INSERT', 'UPDATE'].map(
        (verb) =>
          `CREATE TRIGGER no_${verb} BEFORE ${verb} ON t_trigger WHEN NEW.title = 'forbidden' BEGIN SELECT RAISE(ABORT, 'no'); END`,
      ),
    ],
  },
  { name: 'v_view', ddl: ["CREATE VIEW v_view AS SELECT 1 AS id, 'The only one' AS title"], operations: 3 },
  { name: 'fts_table', ddl: ['CREATE VIRTUAL TABLE fts_table USING fts5(body)'], refused: 'no table' },
  table('demo_item', 'title TEXT', { row: text('x'), change: text('y') }),
  table('demoItem', 'title TEXT', { refused: 'demo_item' }),
  ...['generator', 'login', 'auth', 'docs', 'health', 'online'].map((name) =>
    table(name, 'title TEXT', { refused: 'taken' }),
  ),
  { name: 'dict', ddl: [], refused: 'service itself' },
  { name: 'seed', ddl: [], refused: 'service itself' },
  { name: 'sqlite_sequence', ddl: [], refused: 'no table' },
  { name: '../escape', ddl: [], refused: 'no table' },
  { name: '__proto__', ddl: [], refused: 'no table' },
];
