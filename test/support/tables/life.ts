import { type EitherTable, either } from './either.js';

/** Soft deletion, trees, and columns that the service sets. */
export const lifeTables: EitherTable[] = [
  either(
    'office_dept',
    [
      ['dept_id BIG COUNTED', '部门id'],
      ['parent_id BIGINT DEFAULT 0', '父部门id'],
      ["ancestors VARCHAR(50) DEFAULT ''", '祖级列表'],
      ["name VARCHAR(30) DEFAULT ''", '部门名称'],
      ['order_num INT DEFAULT 0', '显示顺序'],
      ["status CHAR(1) DEFAULT '0'", '部门状态（0正常 1停用）'],
      ["del_flag CHAR(1) DEFAULT '0'", '删除标志（0代表存在 2代表删除）'],
      ["create_by VARCHAR(64) DEFAULT ''", '创建者'],
      ['create_time DATETIME', '创建时间'],
      ["update_by VARCHAR(64) DEFAULT ''", '更新者'],
      ['update_time DATETIME', '更新时间'],
    ],
    {
      row: { name: '研发部', orderNum: 1 },
      shown: { name: '研发部', orderNum: 1, parentId: 0, status: '0' },
      // The list in the comment has not all values of the rows, so it refuses none.
      change: { status: '2' },
      missing: { parentId: 987_654 },
      absent: ['delFlag'],
      marked: true,
      tree: 'parentId',
      also: ["INSERT INTO office_dept (name, status, del_flag) VALUES ('旧', '7', '2'), ('新', '7', NULL)"],
    },
  ),
  either(
    'gone_at',
    ['id COUNTED', 'title VARCHAR(40)', 'created_at DATETIME', 'updated_at DATETIME', 'deleted_at DATETIME NULL'],
    {
      row: { title: 'x' },
      change: { title: 'y' },
      absent: ['deletedAt'],
      marked: true,
    },
  ),
  either(
    'gone_flag',
    [
      'id BIG COUNTED',
      'title VARCHAR(40)',
      'deleted TINYINT(1) NOT NULL DEFAULT 0',
      'tenant_id BIGINT NOT NULL DEFAULT 0',
    ],
    {
      row: { title: 'x' },
      change: { title: 'y' },
      absent: ['deleted'],
      marked: true,
    },
  ),
  either('gone_number', ['id COUNTED', 'title VARCHAR(40) UNIQUE', 'is_deleted INT'], {
    row: { title: 'x' },
    second: { title: 'z' },
    change: { title: 'y' },
    absent: ['isDeleted'],
    marked: true,
    unique: true,
  }),
  either(
    'gone_letter',
    [
      'code VARCHAR(12) NOT NULL PRIMARY KEY',
      'title VARCHAR(40)',
      ["delete_flag VARCHAR(1) NOT NULL DEFAULT 'N'", '删除:Y-是,N-否'],
    ],
    {
      row: { id: 'a', title: 'x' },
      second: { id: 'b' },
      change: { title: 'y' },
      absent: ['deleteFlag'],
      marked: true,
      unique: true,
    },
  ),
  either('gone_second', ['id COUNTED', 'title VARCHAR(40)', 'delete_time INT'], {
    row: { title: 'x' },
    change: { title: 'y' },
    absent: ['deleteTime'],
    marked: true,
  }),
  either('gone_never', ['id COUNTED', 'title VARCHAR(40)', 'gone INT NOT NULL'], {
    refused: 'no number that can be NULL',
    design: { softDelete: { column: 'gone', deleted: null } },
  }),
  either(
    'gone_pair',
    [
      'a INT NOT NULL',
      'b VARCHAR(9) NOT NULL',
      'title VARCHAR(9)',
      'deleted BOOLEAN NOT NULL DEFAULT FALSE',
      'PRIMARY KEY (a, b)',
    ],
    {
      row: { a: 1, b: 'x' },
      second: { b: 'y' },
      change: { title: 'z' },
      absent: ['deleted'],
      marked: true,
      unique: true,
    },
  ),
  either('kept_flag', ['id COUNTED', 'title VARCHAR(40)', 'deleted INT NOT NULL DEFAULT 0'], {
    row: { title: 'x', deleted: 1 },
    change: { deleted: 0 },
    design: { softDelete: null },
  }),
  either(
    'job_flow',
    [
      'id COUNTED',
      'title VARCHAR(40) NOT NULL',
      'status INT NOT NULL DEFAULT 1',
      'phone VARCHAR(20)',
      'tax_number VARCHAR(171)',
      'tax_number_hash VARCHAR(43)',
    ],
    {
      row: { title: 'x', phone: '555', taxNumber: 'DE1' },
      // Who reads it needs a permission of its own.
      shown: { title: 'x', phone: '555', status: 1, taxNumber: '***' },
      change: { title: 'y' },
      unfiltered: ['phone', 'taxNumber'],
      absent: ['taxNumberHash'],
      design: {
        columns: { phone: { concealed: true }, tax_number: { encrypted: true } },
        flow: { column: 'status', moves: { start: { from: 1, to: 2 }, stop: { from: [1, 2], to: 3 } } },
        actions: { remind: {} },
        files: { manual: { types: ['application/pdf'], max: 1000 } },
      },
    },
  ),
  either('nav_tree', ['id COUNTED', 'pid INT', 'title VARCHAR(40) NOT NULL', 'sort INT NOT NULL DEFAULT 0'], {
    row: { title: 'x', pid: null },
    shown: { title: 'x', sort: 0 },
    change: { title: 'y' },
    missing: { pid: 987_654 },
    tree: 'pid',
    also: ["INSERT INTO nav_tree (id, pid, title) VALUES (1, 2, 'round'), (2, 1, 'and round'), (3, 44, 'of none')"],
  }),
  either(
    'text_tree',
    ['id VARCHAR(32) NOT NULL PRIMARY KEY', 'parent_id VARCHAR(32)', 'name VARCHAR(100)', 'has_child VARCHAR(3)'],
    {
      row: { name: 'x', parentId: '0' },
      change: { name: 'y' },
      missing: { parentId: 'nowhere' },
      tree: 'parentId',
    },
  ),
  either(
    'tenant_tree',
    [
      'id COUNTED',
      'tenant_id INT NOT NULL',
      'parent INT',
      'label VARCHAR(40)',
      'deleted BOOLEAN NOT NULL DEFAULT FALSE',
    ],
    {
      row: { label: 'x' },
      change: { label: 'y' },
      missing: { parent: 2 },
      absent: ['deleted'],
      marked: true,
      tree: 'parent',
      also: [
        "INSERT INTO tenant_tree (id, tenant_id, label, deleted) VALUES (1, 0, 'ours', FALSE), (2, 0, 'gone', TRUE), (3, 77, 'theirs', FALSE)",
      ],
    },
  ),
  either(
    'login_secret',
    [
      'id COUNTED',
      'account VARCHAR(60) NOT NULL',
      'password VARCHAR(100) NOT NULL',
      'salt CHAR(8)',
      'api_key VARCHAR(64)',
      'max_tokens INT',
    ],
    {
      row: { account: 'a', password: 'a quiet river', salt: 's', apiKey: 'k', maxTokens: 5 },
      shown: { account: 'a', maxTokens: 5 },
      change: { account: 'b' },
      wrong: [{ password: undefined }],
      absent: ['password', 'salt', 'apiKey'],
    },
  ),
  either(
    'stamped_often',
    [
      'id COUNTED',
      'title VARCHAR(40)',
      'gmt_create DATETIME NOT NULL',
      'gmt_modified DATETIME NOT NULL',
      'creator VARCHAR(64)',
      'modifier VARCHAR(2)',
    ],
    {
      row: { title: 'x' },
      change: { title: 'y' },
    },
  ),
  either(
    'stamped_day',
    [
      'id COUNTED',
      'title VARCHAR(40)',
      'date_added DATE NOT NULL',
      'last_update DATETIME NOT NULL',
      'created_by INT',
      'updated_by BIGINT',
    ],
    {
      row: { title: 'x' },
      change: { title: 'y' },
    },
  ),
];
