import { ID, column, table } from '../../../test/support/definition.js';
import { Catalog } from '../model/catalog.js';
import { factsOf } from '../model/columns.js';
import { inferredKey } from '../model/key.js';
import type { TableColumn, TableDefinition } from '../model/table.js';
import type { Design, SavedDesign } from './design.js';
import { designOf } from './infer.js';

const DEFAULTS = { prefixes: ['sys_', 't_'], parentId: 0 };

const name = column('name', 'varchar(64)');
const keyed = (called: string, key: string, type = 'int(11)') =>
  table(called, [column(key, type), name], { primaryKey: [key] });

/** The design of a table among others. */
function infer(definition: TableDefinition, others: TableDefinition[] = [], saved: SavedDesign = {}): Design {
  const facts = factsOf(definition, saved.key ?? inferredKey(definition));
  return designOf(facts, { catalog: new Catalog([definition, ...others]), defaults: DEFAULTS }, saved).design;
}

const of = (...columns: TableColumn[]) => infer(table('item', columns));

describe('the label', () => {
  it.each([
    ['', 'sys_order_item', 'Order item'],
    ['用户表', 'x', '用户'],
    ['User table', 'x', 'User'],
    ['', 'user_table', 'User'],
    ['Orders of customers', 'x', 'Orders of customers'],
    ['表', 'demo', 'Demo'],
    ['Order\n lines', 'x', 'Order line'],
    ['', 'sys_order_items', 'Order item'],
    ['Products, one a row', 'x', 'Product'],
  ])('of a table with the comment %j called %s is %s', (comment, called, label) => {
    expect(infer(table(called, [], { comment })).label).toBe(label);
  });

  it('is one row, and its menu entry many', () => {
    const [location] = ['glpi_locations', 'glpi_users', 'glpi_states'].map((called) => table(called, []));
    const others = ['glpi_users', 'glpi_states'].map((called) => table(called, []));
    const inferred = infer(location!, others);
    expect([inferred.label, inferred.menu.name, inferred.name]).toEqual(['Location', 'Locations', 'glpi_locations']);
    const saved = { label: 'Place' };
    expect(infer(location!, others, saved)).toMatchObject({ label: 'Place', menu: { name: 'Place' } });
    expect(infer(location!, others, { ...saved, menu: { name: 'All places' } }).menu.name).toBe('All places');
  });

  it('is in Chinese and in English, each in its own language', () => {
    const brand = column('brand_id', 'int', { comment: '品牌ID：必填' });
    const definition = table('goods_items', [brand, column('note', 'int', { comment: '备注' })], { comment: '商品表' });
    const design = infer(definition, [keyed('brand', 'id')]);
    expect(design).toMatchObject({
      label: '商品',
      labels: { en: 'Goods item', zh: '商品' },
      menu: { name: '商品' },
      columns: {
        brand_id: { label: '品牌', labels: { en: 'Brand', zh: '品牌' }, help: '必填' },
        note: { label: '备注', labels: { en: 'Note', zh: '备注' }, help: null },
      },
    });
    const said = infer(definition, [], { label: 'X', columns: { note: { label: 'Y', help: 'z' } } });
    expect(said).toMatchObject({ label: 'X', labels: {}, columns: { note: { label: 'Y', labels: {}, help: 'z' } } });
  });

  it.each([
    ['', 'category_id', 'Category ID'],
    ['状态（0正常 1停用）', 'status', '状态'],
    ['status:1-on 2-off', 's', 'Status'],
    ['1:a,2:b', 'kind', 'Kind'],
    ['Format: YYYY-MM-DD', 'x', 'Format'],
  ])('of a column with the comment %j called %s is %s', (comment, called, label) => {
    expect(of(column(called, 'int', { comment })).columns[called]?.label).toBe(label);
  });
});

it.each([
  ['sys_user', 'user'],
  ['t_sys_user', 'sys_user'],
  ['SYS_USER', 'USER'],
  ['sys_', 'sys_'],
  ['system', 'system'],
])('the table %s names its module %s', (called, expected) => {
  expect(infer(table(called, [])).name).toBe(expected);
});

describe('the key', () => {
  const [a, b, n] = [column('a', 'int'), column('b', 'varchar(9)'), column('n', 'int', { nullable: true })];
  const unique = (...columns: string[]) => ({ name: columns.join(), columns });
  it.each<[string[], string[][], string[]]>([
    [['b', 'a'], [['a']], ['b', 'a']],
    [[], [['n'], ['b'], ['a']], ['b']],
    [
      [],
      [
        ['n', 'a'],
        ['b', 'a'],
      ],
      ['b', 'a'],
    ],
    [[], [['n']], []],
  ])('%j with the unique keys %j is %j', (primaryKey, keys, expected) => {
    const definition = table('item', [a, b, n], { primaryKey, uniqueKeys: keys.map((columns) => unique(...columns)) });
    expect(inferredKey(definition)).toEqual(expected);
  });
});

describe('times, people and marks', () => {
  it.each([
    ['created_at', 'updated_at'],
    ['createTime', 'updateTime'],
    ['CREATED_ON', 'last_update'],
    ['gmt_create', 'gmt_modified'],
    ['date_added', 'date_modified'],
    ['addTime', 'modified_at'],
    ['insert_time', 'update_time'],
    ['date_creation', 'date_mod'],
    ['add_date', 'last_updated'],
    ['created_date', 'modified_date'],
    ['date_created', 'lastModified'],
  ])('are %s and %s', (created, updated) => {
    const { times, columns } = of(column(created, 'datetime'), column(updated, 'date'));
    expect(times).toEqual({ created, updated });
    expect(columns[created]).toMatchObject({ form: 'none', filter: true, input: 'datetime' });
  });

  it('are of the right type, and not computed', () => {
    const { times, by } = of(
      column('create_time', 'bigint'),
      column('updated_at', 'datetime', { generated: true }),
      column('creator', 'decimal(3,1)'),
    );
    expect([times, by]).toEqual([
      { created: null, updated: null },
      { created: null, updated: null },
    ]);
  });

  it.each([
    ['created_by', 'updated_by'],
    ['createBy', 'updateBy'],
    ['creator', 'updater'],
    ['CREATOR', 'modifier'],
  ])('name who made a change in %s and %s', (created, updated) => {
    expect(of(column(created, 'varchar(64)'), column(updated, 'bigint')).by).toEqual({ created, updated });
  });

  it.each<[TableColumn, string | null | undefined]>([
    [column('deleted', 'tinyint(1)', { default: { value: '0' } }), '1'],
    [column('is_deleted', 'bit(1)', { default: { expression: "b'0'" } }), '1'],
    [column('del_flag', 'char(1)', { default: { value: '0' }, comment: '删除标志（0代表存在 2代表删除）' }), '2'],
    [column('delFlag', 'int', { default: { value: '1' }, comment: 'flag:1-there 9-gone' }), '9'],
    [column('delete_flag', "enum('N','Y')", { values: ['N', 'Y'], default: { value: 'N' } }), 'Y'],
    [column('delete_flag', "enum('N','Y','X')", { values: ['N', 'Y', 'X'], default: { value: 'N' } }), undefined],
    [column('deleted', 'int'), '1'],
    [column('is_del', 'tinyint(1)', { default: { value: '0' } }), '1'],
    [column('isDelete', 'int', { default: { value: '0' } }), '1'],
    [column('delete_status', 'int', { comment: '删除状态：0->未删除；1->已删除' }), '1'],
    [column('deleted', 'tinyint(1)', { nullable: true }), '1'],
    [column('deleted', 'int', { default: { value: '1' } }), undefined],
    [column('deleted_at', 'datetime', { nullable: true }), null],
    [column('delete_time', 'timestamp', { nullable: true }), null],
    [column('deleted', 'datetime', { nullable: true }), null],
    [column('deleted_at', 'datetime'), undefined],
    [column('delete_time', 'bigint', { nullable: true }), null],
    [column('deleted_at', 'date', { nullable: true }), null],
    [column('delete_time', 'int'), undefined],
    [column('deleted_at', 'tinyint', { nullable: true }), undefined],
  ])('of deletion: %o', (mark, deleted) => {
    const { softDelete, columns } = of(mark);
    expect(softDelete).toEqual(deleted === undefined ? null : { column: mark.name, deleted });
    if (deleted !== undefined) expect(columns[mark.name]).toMatchObject({ hidden: true, form: 'none', filter: false });
  });
});

it.each<[string, boolean]>([
  ['password', true],
  ['PASSWORD', true],
  ['userPwd', true],
  ['api_key', true],
  ['apiKey', true],
  ['private_key', true],
  ['access_token', true],
  ['salt', true],
  ['is_alternative', false],
  ['max_tokens', false],
  ['asphalt', false],
  ['key', false],
  ['private', false],
  ['passphrase', true],
  ['newpassword', true],
  ['user_pass', true],
  ['dbpass', true],
  ['bypass', false],
  ['is_pass', false],
  ['pass_count', false],
  ['authkey', true],
  ['auth_key', true],
  ['session_key', true],
  ['pin', true],
  ['pin_code', true],
  ['spinner', false],
  ['recovery_codes', true],
  ['totp', true],
  ['otp_seed', true],
  ['password_last_update', false],
  ['token_validity', false],
  ['password_id', false],
  ['token_count', false],
  ['has_password', false],
  ['login_token_expires', false],
])('a column called %s is a secret: %s', (called, secret) => {
  const design = of(column(called, 'varchar(64)')).columns[called];
  expect(design).toMatchObject({ hidden: secret, filter: !secret, list: !secret, sort: !secret, form: 'edit' });
  expect(design?.input === 'password').toBe(secret);
});

it.each<[TableColumn, boolean]>([
  [column('pin', 'int'), true],
  [column('user_password', 'int'), true],
  [column('total_token', 'int'), false],
  [column('use_token', 'tinyint(1)'), false],
  [column('token_seen', 'datetime'), false],
  [column('password_day', 'date'), false],
  [column('token', 'blob'), true],
  [column('token', 'text'), true],
])('%o is a secret: %s', (given, secret) => {
  expect(of(given).columns[given.name]?.hidden).toBe(secret);
});

it.each<[string, boolean]>([
  ['text', true],
  ['longtext', true],
  ['json', true],
  ['blob', true],
  ['tinytext', false],
  ['varbinary(9)', false],
  ['varchar(9)', false],
])('a column of type %s is large: %s', (type, large) => {
  expect(of(column('a', type)).columns.a?.list).toBe(!large);
});

describe('references', () => {
  const category = keyed('category', 'id');
  const columnOf = (called: string, type = 'int(11)') => column(called, type, { nullable: true });
  const found = (called: string, label = 'name') => ({ table: called, label, confirmed: null });

  it.each<[string, TableDefinition[], object | null]>([
    ['category_id', [category], found('category')],
    ['category_id', [keyed('category', 'id', 'varchar(36)')], null],
    ['category_id', [table('category', [name], { view: true })], null],
    ['tenant_id', [keyed('tenant', 'id')], null],
    ['tokenId', [keyed('token', 'id')], found('token')],
  ])('of %s among %o', (called, others, expected) => {
    expect(infer(table('item', [columnOf(called)]), others).columns[called]?.reference).toEqual(expected);
  });

  it('are declared', () => {
    const declared = table('item', [columnOf('owner')], {
      foreignKeys: [{ columns: ['owner'], table: 'user', referenced: ['id'] }],
    });
    const user = table('user', [column('username', 'varchar(9)'), column('realname', 'varchar(9)')]);
    expect(infer(declared, [user]).columns.owner).toMatchObject({
      input: 'reference',
      reference: found('user', 'realname'),
    });
  });

  it('are to tables of the service by declared keys alone', () => {
    const user = table('user', [column('username', 'varchar(9)')]);
    const shopUser = table('shop_user', [name]);
    const columns = [columnOf('user_id'), columnOf('owner')];
    const item = table('item', columns, {
      foreignKeys: [{ columns: ['owner'], table: 'user', referenced: ['id'] }],
    });
    const among = (...others: TableDefinition[]) => {
      const catalog = new Catalog([item, ...others], (called) => called === 'user');
      const { design } = designOf(factsOf(item, ['id']), { catalog, defaults: DEFAULTS });
      return [design.columns.user_id?.reference, design.columns.owner?.reference];
    };
    expect(among(user)).toEqual([null, found('user', 'username')]);
    expect(among(user, shopUser)).toEqual([found('shop_user'), found('user', 'username')]);
  });

  it('say that they hold another column than the key', () => {
    const brand = table('brand', [column('brand_code', 'varchar(9)'), name], {
      uniqueKeys: [{ name: 'code', columns: ['brand_code'] }],
    });
    const { columns } = infer(table('item', [column('brand_code', 'varchar(9)')]), [brand]);
    expect(columns.brand_code?.reference).toEqual({ ...found('brand'), key: 'brand_code' });
  });

  it('are confirmed by rows, or refuted', () => {
    const item = table('item', [columnOf('category_id'), columnOf('parent_id')]);
    const stored = (share: number) =>
      new Map([
        ['category_id', { count: 20, shares: new Map([['category.id', share]]) }],
        ['parent_id', { count: 20, shares: new Map([['item.id', share]]) }],
      ]);
    const of = (share: number) => {
      const context = { catalog: new Catalog([item, category]), defaults: DEFAULTS, stored: stored(share) };
      return designOf(factsOf(item, ['id']), context);
    };
    expect(of(0.7).design).toMatchObject({
      tree: { parent: 'parent_id' },
      columns: { category_id: { reference: { ...found('category'), confirmed: 0.7 } } },
    });
    expect(of(0.6).design).toMatchObject({ tree: null, columns: { category_id: { reference: null } } });
    expect(of(0.6).notes).toEqual([
      'category_id does not refer to category: only 60 % of its 20 distinct values exist there',
    ]);
  });

  it('give way to a column that has the name of the label', () => {
    const columns = [columnOf('category_id'), column('category_id_label', 'varchar(9)')];
    expect(infer(table('item', columns), [category]).columns.category_id?.reference).toBeNull();
  });

  it('name rows by the key where nothing else does', () => {
    const bare = table('category', [column('token', 'varchar(9)'), column('body', 'blob')]);
    expect(infer(table('item', [columnOf('category_id')]), [bare]).columns.category_id?.reference?.label).toBe('id');
  });

  it('are those of a key of several columns as well', () => {
    const lines = table('line', [column('category_id', 'int'), column('nr', 'int')], {
      primaryKey: ['category_id', 'nr'],
    });
    expect(infer(lines, [category]).columns.category_id).toMatchObject({
      form: 'add',
      required: true,
      reference: found('category'),
    });
  });

  it.each([
    ['category_id', '', 'Category'],
    ['category_id', '品牌ID', '品牌'],
    ['category_id', 'Brand id', 'Brand'],
    ['category_id', 'Brand id: see the shop', 'Brand'],
    ['category_id', 'Name id', 'Name id'],
  ])('%s with the comment %j is called %s', (called, comment, label) => {
    const item = table('item', [name, column(called, 'int', { comment })]);
    expect(infer(item, [category]).columns[called]?.label).toBe(label);
  });
});

describe('the column that names rows', () => {
  const text = (called: string, type = 'varchar(64)') => column(called, type);
  it.each<[string, TableColumn[], string]>([
    ['ecs_brand', [text('site_name'), text('brand_name'), text('name')], 'name'],
    ['ecs_brand', [text('site_name'), text('brand_name')], 'brand_name'],
    ['ecs_brands', [text('site_name'), text('brand_name')], 'brand_name'],
    ['oms_order', [text('order_sn'), text('post_title')], 'post_title'],
    ['oms_order', [text('note'), text('order_sn')], 'order_sn'],
    ['oms_order', [text('zip_code'), text('order_no')], 'order_no'],
    ['oms_order', [column('order_no', 'int')], 'id'],
    ['oms_order', [text('note')], 'id'],
  ])('of %s with %o', (called, columns, label) => {
    const item = table('item', [column('other_id', 'int')], {
      foreignKeys: [{ columns: ['other_id'], table: called, referenced: ['id'] }],
    });
    expect(infer(item, [table(called, columns)]).columns.other_id?.reference?.label).toBe(label);
  });

  it('is in lists, however large it is', () => {
    const { columns } = of(column('post_title', 'longtext'), column('body', 'longtext'));
    expect([columns.post_title?.list, columns.body?.list]).toEqual([true, false]);
  });
});

describe('a tree', () => {
  it.each<[TableColumn, boolean]>([
    [column('parent_id', 'int'), true],
    [column('pid', 'bigint'), true],
    [column('parent', 'int'), true],
    [column('parent_code', 'int'), false],
    [column('parent_id', 'varchar(36)'), false],
    [column('parent_id', 'int', { generated: true }), false],
  ])('has the parent %o: %s', (parent, expected) => {
    const { tree, columns } = of(parent);
    expect(tree).toEqual(expected ? { parent: parent.name } : null);
    expect(columns[parent.name]?.input === 'tree').toBe(expected);
  });

  it('has a parent whose label says what it is, not that it is an id', () => {
    expect(of(column('parent_id', 'int', { comment: '上级ID' })).columns.parent_id).toMatchObject({
      label: '上级',
      labels: { en: 'Parent', zh: '上级' },
    });
  });

  it('is one of codes where codes tell rows apart', () => {
    const columns = [column('code', 'varchar(9)'), column('parent_code', 'varchar(9)')];
    expect(infer(table('area', columns, { primaryKey: ['code'] })).tree).toEqual({ parent: 'parent_code' });
  });

  it('is none where the parent is declared to be elsewhere', () => {
    const child = table('child', [column('parent_id', 'int')], {
      foreignKeys: [{ columns: ['parent_id'], table: 'adult', referenced: ['id'] }],
    });
    const { tree, columns } = infer(child, [keyed('adult', 'id')]);
    expect(tree).toBeNull();
    expect(columns.parent_id?.reference?.table).toBe('adult');
  });
});

describe('the place in the menu', () => {
  const tables = (...names: string[]) => names.map((called) => table(called, [name]));
  const shop = tables('oms_order_log', 'oms_item', 'OMS_CART', 'oms', 'order', 'pms_brand', 'pms_item', 'order_line');
  const placed = (called: string, saved: SavedDesign = {}) => {
    const others = shop.filter((each) => each.name !== called);
    return infer(table(called, [name]), others, saved).menu;
  };

  it.each([
    ['oms_order_log', 'Oms'],
    ['OMS_CART', 'Oms'],
    ['oms', 'Oms'],
    ['pms_brand', null],
    ['order', null],
    ['order_line', null],
  ])('of %s is in the folder %j', (called, folder) => expect(placed(called).folder).toBe(folder));

  it('is in no folder for a prefix that says nothing', () => {
    expect(infer(table('t_a', []), tables('t_b', 't_c', '_d', '_e', '_f')).menu.folder).toBeNull();
    expect(infer(table('t_shop_a', []), tables('t_shop_b', 't_shop_c')).menu.folder).toBe('Shop');
    expect(infer(table('_d', []), tables('_e', '_f')).menu.folder).toBeNull();
  });

  it('is as somebody says', () => {
    expect(placed('oms_item')).toMatchObject({ parentId: 0, icon: 'package', folder: 'Oms', sort: 0 });
    expect(placed('oms_item', { menu: { folder: 'Shop', sort: 3 } })).toMatchObject({ folder: 'Shop', sort: 3 });
    expect(placed('oms_item', { menu: { folder: null, icon: '' } })).toMatchObject({ folder: null, icon: '' });
    // Before there were folders, this was the entry right above the page.
    expect(placed('oms_item', { menu: { parentId: 0 } }).folder).toBeNull();
    expect(placed('oms_item', { menu: { parentId: 4, folder: 'Shop' } })).toMatchObject({
      parentId: 4,
      folder: 'Shop',
    });
  });
});

describe('forms', () => {
  it('hold what a row is given', () => {
    const { columns } = infer(
      table('item', [
        column('code', 'varchar(9)'),
        column('twice', 'int', { generated: true }),
        column('tenant_id', 'int'),
      ]),
    );
    expect([columns.id, columns.code, columns.twice, columns.tenant_id].map((each) => each?.form)).toEqual([
      ...['none', 'edit', 'none', 'none'],
    ]);
  });

  it.each<[TableColumn, string, boolean]>([
    [column('id', 'varchar(36)'), 'none', false],
    [column('uuid', 'char(32)'), 'none', false],
    [column('id', 'varchar(31)'), 'add', true],
    [column('code', 'char(36)'), 'add', true],
    [column('id', 'char(36)', { default: { expression: 'uuid()' } }), 'add', true],
    [ID, 'none', false],
  ])('hold the key %o', (key, form, required) => {
    const { columns } = infer(table('item', [key], { primaryKey: [key.name] }));
    expect(columns[key.name]).toMatchObject({ form, required });
  });

  it.each<[TableColumn, string]>([
    [column('a', 'tinyint(1)'), 'switch'],
    [column('a', 'tinyint(1)', { comment: 'a:0-x 1-y 2-z' }), 'select'],
    [column('a', 'tinyint(1)', { default: { value: '2' } }), 'number'],
    [column('a', 'int', { comment: '（0正常 1停用）' }), 'select'],
    [column('a', 'char(1)', { comment: 'Is it shown (Y=yes, N=no)' }), 'switch'],
    [column('a', 'char(1)', { comment: '是否默认（Y是 N否）' }), 'switch'],
    [column('a', 'int', { comment: 'State: 0=off; 1=on' }), 'switch'],
    [column('a', 'int', { comment: '推荐状态：0->不推荐；1->推荐' }), 'switch'],
    [column('a', 'varchar(5)', { comment: 'true: enabled, false: disabled' }), 'switch'],
    [column('a', "enum('Y','N')", { values: ['Y', 'N'], comment: 'a: Y-yes N-no' }), 'switch'],
    [column('a', 'tinyint(1)', { comment: 'a: 0-off 1-on' }), 'switch'],
    [column('a', 'tinyint(1)', { comment: 'a: 0-female 1-male' }), 'select'],
    [column('a', 'int', { comment: 'a: 1-yes 2-no' }), 'select'],
    [column('a', 'char(1)', { comment: 'a: Y-young N-new' }), 'select'],
    [column('a', 'varchar(255)', { comment: 'Days, comma separated: 1=Mon, 2=Tue' }), 'tags'],
    [column('a', 'varchar(255)', { comment: '多个用逗号分隔' }), 'tags'],
    [column('a', 'int', { comment: 'comma separated' }), 'number'],
    [column('photos', 'varchar(500)'), 'images'],
    [column('photos', 'json'), 'json'],
    [column('detail_html', 'text'), 'html'],
    [column('readme_md', 'text'), 'markdown'],
    [column('a', 'date'), 'day'],
    [column('a', 'time'), 'time'],
    [column('a', 'double(10,2)'), 'decimal'],
    [column('a', 'longtext'), 'textarea'],
    [column('a', 'json'), 'json'],
    [column('a', "enum('x')", { values: ['x'] }), 'select'],
  ])('ask for %o', (given, input) => {
    expect(of(given).columns[given.name]?.input).toBe(input);
  });
});

it.each<[TableColumn, string, string, string | null]>([
  [column('a', 'varchar(255)', { comment: 'Days, comma separated: 1=Mon, 2=Tue' }), 'Days', 'tags', 'item_a'],
  [column('a', 'varchar(99)', { comment: '星期（以逗号分割：1周一 2周二）' }), '星期', 'tags', 'item_a'],
  [column('a', 'varchar(255)', { comment: '接收人，多个用英文逗号隔开' }), '接收人', 'tags', null],
  [column('a', 'text', { comment: 'Comma-separated list of words' }), 'Words', 'tags', null],
  [column('pic', 'varchar(255)', { comment: '画册图片，以逗号分割' }), '画册图片', 'images', null],
  [column('pic', 'varchar(64)', { comment: '画册图片，以逗号分割' }), '画册图片', 'images', null],
  [column('a', 'char(1)', { comment: '是否默认（Y是 N否）' }), '是否默认', 'switch', 'item_a'],
])('says of %o what its text holds', (given, label, show, dict) => {
  expect(of(given).columns[given.name]).toMatchObject({ label, show, dict });
});

it('says otherwise where somebody has', () => {
  const definition = table('item', [
    column('category_id', 'int', { nullable: true }),
    column('del_flag', 'char(1)', { default: { value: '0' } }),
    column('state', 'int', { comment: 'state:1-on 2-off' }),
    column('create_time', 'datetime'),
    column('parent_id', 'int'),
  ]);
  const design = infer(definition, [keyed('category', 'id')], {
    label: 'Thing',
    columns: { category_id: { reference: null, label: 'Kind' }, state: { dict: null, list: false } },
    times: null,
    softDelete: null,
    tree: null,
  });
  expect(design).toMatchObject({
    label: 'Thing',
    times: { created: null, updated: null },
    softDelete: null,
    tree: null,
    columns: {
      category_id: { label: 'Kind', reference: null, input: 'number' },
      del_flag: { hidden: false, form: 'edit', list: true },
      state: { dict: null, input: 'number', list: false },
      create_time: { form: 'edit', required: true },
      parent_id: { input: 'number' },
    },
  });
});

it('takes time in proportion to the tables', () => {
  const tables = Array.from({ length: 2000 }, (_, index) =>
    table(`app_thing_${index}`, [name, column(`thing_${index + 1}_id`, 'int'), column('other_id', 'int')]),
  );
  const catalog = new Catalog(tables);
  const references = tables.map(
    (each) => designOf(factsOf(each, ['id']), { catalog, defaults: DEFAULTS }).design.columns,
  );
  expect(references[7]?.thing_8_id?.reference?.table).toBe('app_thing_8');
});
