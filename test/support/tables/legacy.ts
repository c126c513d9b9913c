import type { TableCase } from './case.js';

type Rest = Omit<TableCase, 'name' | 'ddl'> & { also?: string[] };

/** A MySQL table with table options, such as a character set. */
const table = (name: string, columns: string[], { also = [], ...rest }: Rest, options = ''): TableCase => ({
  name,
  ddl: [`CREATE TABLE ${name} (${columns.join(', ')}) ${options}`, ...also],
  ...rest,
});

const ID = 'id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY';
const UNSIGNED_MAX = '18446744073709551615';

/** Features of old MySQL schemas: character sets, zero dates, sets, bits, and unsigned numbers. */
export const legacyTables: TableCase[] = [
  table(
    'old_utf8',
    [ID, 'title VARCHAR(40) NOT NULL', 'body TEXT', 'code VARCHAR(20) UNIQUE'],
    {
      row: { title: '名称', body: 'ü', code: 'a' },
      second: { code: 'b' },
      change: { title: 'x' },
      wrong: [{ title: '😀' }, { body: 'a😀' }],
      unique: true,
    },
    'DEFAULT CHARSET=utf8mb3',
  ),
  table(
    'old_latin',
    ['code VARCHAR(20) PRIMARY KEY', 'title VARCHAR(40)', "kind ENUM('é', 'b')"],
    {
      row: { id: 'café', title: 'ÿ', kind: 'é' },
      second: { id: 'b' },
      change: { title: 'x' },
      wrong: [{ title: '名' }, { id: '名' }],
      unique: true,
    },
    'DEFAULT CHARSET=latin1',
  ),
  table(
    'old_ascii',
    ['id CHAR(36) PRIMARY KEY', 'title VARCHAR(40)', 'old_latin VARCHAR(20) CHARACTER SET latin1'],
    { row: { title: 'plain', oldLatin: 'é' }, change: { title: 'x' }, wrong: [{ title: 'é' }, { oldLatin: '名' }] },
    'DEFAULT CHARSET=ascii',
  ),
  table(
    'old_pair',
    [
      'a VARCHAR(10) CHARACTER SET latin1 NOT NULL',
      'b VARCHAR(10) CHARACTER SET ascii NOT NULL',
      'title TEXT CHARACTER SET utf8mb3',
      'PRIMARY KEY (a, b)',
    ],
    {
      row: { a: 'é', b: 'x', title: '名' },
      second: { b: 'y' },
      change: { title: null },
      wrong: [{ b: 'é' }, { a: '名' }, { title: '😀' }],
      unique: true,
    },
  ),
  table('old_label', ['id INT PRIMARY KEY', 'name VARCHAR(20) CHARACTER SET latin1'], {
    row: { id: 2, name: 'ä' },
    second: { id: 3 },
    change: { name: null },
    unique: true,
    also: ["INSERT INTO old_label VALUES (1, 'ö')"],
  }),
  table(
    'old_labelled',
    [
      ID,
      'old_label_id INT',
      'latin_code VARCHAR(20) CHARACTER SET latin1',
      'FOREIGN KEY (latin_code) REFERENCES old_latin (code)',
    ],
    {
      row: { oldLabelId: 1, latinCode: null },
      shown: { oldLabelId: 1, oldLabelIdLabel: 'ö', latinCode: null },
      change: { oldLabelId: null },
      missing: { latinCode: '名' },
    },
  ),
  table(
    'old_bin',
    [ID, 'code VARCHAR(20) COLLATE utf8mb4_bin NOT NULL UNIQUE', 'title CHAR(10) COLLATE utf8mb4_unicode_ci'],
    {
      row: { code: 'Ab', title: 'x' },
      second: { code: 'aB' },
      change: { title: 'y' },
      unique: true,
    },
  ),
  table(
    'zero_essay',
    [
      ID,
      'title VARCHAR(255) NOT NULL',
      "checked_out_time DATETIME NOT NULL DEFAULT '0000-00-00 00:00:00'",
      "publish_down DATE NOT NULL DEFAULT '0000-00-00'",
      'born DATE NOT NULL',
      'seen DATETIME(6) NULL',
    ],
    {
      row: { title: 'x', born: null, seen: '2026-01-31T08:30:00.123Z' },
      shown: { title: 'x', checkedOutTime: null, publishDown: null, born: null, seen: '2026-01-31T08:30:00.123Z' },
      change: { born: '0001-01-01', publishDown: '2026-01-31', checkedOutTime: '0999-12-31T23:59:59.000Z' },
      wrong: [{ born: undefined }, { born: '0000-00-00' }, { title: null }],
      also: [
        "INSERT INTO zero_essay (title, born, seen) VALUES ('zero', '0000-00-00', NULL), ('partly', '2020-00-00', '0000-00-00 00:00:00'), ('early', '0001-01-01', '0099-01-01 00:00:00'), ('fine', '2026-01-31', '2026-01-31 08:30:00.123456')",
      ],
    },
  ),
  table(
    'zero_key',
    ['at DATETIME', 'day DATE', 'stamp TIMESTAMP', 'title VARCHAR(9)', 'PRIMARY KEY (at, day, stamp)'],
    {
      row: { at: '2026-01-31T08:30:00.000Z', day: '2026-01-31', stamp: '2026-01-31T08:30:00.000Z', title: 'x' },
      second: { day: '2026-02-01' },
      change: { title: 'y' },
      unique: true,
      emptied: true,
      also: [
        "INSERT INTO zero_key VALUES ('0000-00-00 00:00:00', '0000-00-00', '0000-00-00 00:00:00', 'a'), ('0000-00-00 00:00:00', '2020-00-00', '2026-01-31 08:30:00', 'b'), ('2020-00-00 00:00:00', '2020-00-00', '2026-01-31 08:30:00', 'c')",
      ],
    },
  ),
  table('zero_day', ['day DATE PRIMARY KEY', 'title VARCHAR(9)'], {
    row: { id: '2026-01-31', title: 'x' },
    second: { id: '2026-02-01' },
    change: { title: 'y' },
    unique: true,
    emptied: true,
    also: ["INSERT INTO zero_day VALUES ('0000-00-00', 'a'), ('2020-00-00', 'b')"],
  }),
  table(
    'zero_stamp',
    [
      ID,
      'title VARCHAR(20)',
      'noted TIMESTAMP NULL',
      "last_seen TIMESTAMP NOT NULL DEFAULT '0000-00-00 00:00:00'",
      'moved TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP',
    ],
    {
      row: { title: 'x', noted: '2026-01-31T08:30:00.000Z' },
      change: { title: 'x', noted: null },
      also: ["INSERT INTO zero_stamp (title, moved) VALUES ('a', '2020-01-01 00:00:00')"],
    },
  ),
  table(
    'menu_nested',
    [
      ID,
      'parent_id INT UNSIGNED NOT NULL DEFAULT 0',
      'lft INT NOT NULL DEFAULT 0',
      'rgt INT NOT NULL DEFAULT 0',
      'level INT UNSIGNED NOT NULL DEFAULT 0',
      "path VARCHAR(255) NOT NULL DEFAULT ''",
      'title VARCHAR(255) NOT NULL',
      'published TINYINT NOT NULL DEFAULT 0',
      'params MEDIUMTEXT',
    ],
    {
      row: { title: 'x', parentId: 1 },
      shown: { title: 'x', parentId: 1, parentIdLabel: 'root', level: 0 },
      change: { published: -2, params: '{}' },
      missing: { parentId: 9999 },
      wrong: [{ parentId: -1 }],
      tree: 'parentId',
      also: ["INSERT INTO menu_nested (title) VALUES ('root')"],
    },
  ),
  table(
    'unsigned_all',
    [
      'id BIGINT UNSIGNED PRIMARY KEY',
      'other BIGINT UNSIGNED NOT NULL',
      'hits INT UNSIGNED ZEROFILL',
      'price DOUBLE(10,2)',
      'rate FLOAT(5,3) UNSIGNED',
    ],
    {
      row: { id: UNSIGNED_MAX, other: UNSIGNED_MAX, hits: 7, price: 12345678.25, rate: 1.125 },
      second: { id: '9223372036854775809' },
      change: { other: '9223372036854775808', price: -0.5 },
      wrong: [{ other: -1 }, { price: 0.125 }, { rate: -1 }],
      unique: true,
    },
  ),
  table(
    'unsigned_pair',
    ['a BIGINT UNSIGNED', 'b TINYINT UNSIGNED', "c ENUM('x,y', 'z%') NOT NULL", 'title TEXT', 'PRIMARY KEY (a, b, c)'],
    {
      row: { a: UNSIGNED_MAX, b: 255, c: 'x,y', title: 'x' },
      second: { c: 'z%' },
      change: { title: 'y' },
      wrong: [{ c: 'q' }, { b: 256 }],
      unique: true,
    },
  ),
  table(
    'bit_flags',
    [
      ID,
      "live BIT(1) NOT NULL DEFAULT b'1'",
      'mask BIT(12)',
      'wide BIT(64)',
      "roles SET('read','write','admin') NOT NULL DEFAULT 'read'",
      "deleted BIT(1) NOT NULL DEFAULT b'0'",
    ],
    {
      row: { mask: 4095, wide: UNSIGNED_MAX, roles: ['read', 'admin'] },
      shown: { live: true, mask: 4095, wide: UNSIGNED_MAX, roles: ['read', 'admin'] },
      change: { live: false, roles: [] },
      unfiltered: ['roles'],
      absent: ['deleted'],
      marked: true,
    },
  ),
  table('gone_enum', [ID, 'title VARCHAR(9)', "deleted ENUM('no','1') NOT NULL DEFAULT 'no'"], {
    row: { title: 'x' },
    change: { title: 'y' },
    absent: ['deleted'],
    marked: true,
  }),
  table(
    'gone_stamp',
    [
      ID,
      'title VARCHAR(9)',
      'delete_time TIMESTAMP NULL',
      'create_time TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP',
      'update_time TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP',
    ],
    {
      row: { title: 'x' },
      change: { title: 'y' },
      absent: ['deleteTime'],
      marked: true,
    },
  ),
  table(
    'made_sums',
    [
      ID,
      'net DECIMAL(10,2) NOT NULL',
      'gross DECIMAL(12,4) AS (net * 1.2) STORED',
      "search VARCHAR(60) AS (CONCAT('net ', net)) VIRTUAL",
      'day DATE AS (DATE(made)) VIRTUAL',
      'made DATETIME',
    ],
    {
      row: { net: '10.00', made: '2026-01-31T08:30:00.000Z' },
      shown: { net: '10.00', gross: '12.0000', search: 'net 10.00', day: '2026-01-31' },
      change: { net: '0.01' },
    },
  ),
  table(
    'commented_user',
    [
      "user_id BIGINT AUTO_INCREMENT PRIMARY KEY COMMENT '用户ID'",
      "user_name VARCHAR(30) NOT NULL COMMENT '用户账号'",
      "user_type VARCHAR(2) DEFAULT '00' COMMENT '用户类型（00系统用户）'",
      "sex CHAR(1) DEFAULT '0' COMMENT '用户性别（0男 1女 2未知）'",
      "password VARCHAR(100) DEFAULT '' COMMENT '密码'",
      "status CHAR(1) DEFAULT '0' COMMENT '帐号状态（0正常 1停用）'",
      "del_flag CHAR(1) DEFAULT '0' COMMENT '删除标志（0代表存在 2代表删除）'",
      "login_date DATETIME COMMENT '最后登录时间'",
    ],
    {
      row: { userName: '张三', sex: '1', password: 'a quiet river' },
      shown: { userName: '张三', sex: '1', status: '0', userType: '00' },
      change: { status: '1', sex: '2' },
      wrong: [{ sex: '3' }, { status: '' }],
      absent: ['password', 'delFlag'],
      marked: true,
    },
    "COMMENT='用户信息表'",
  ),
];
