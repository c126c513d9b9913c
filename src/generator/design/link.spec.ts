import { ID, column, table } from '../../../test/support/definition.js';
import { Catalog } from '../model/catalog.js';
import { factsOf } from '../model/columns.js';
import { inferredKey } from '../model/key.js';
import type { TableColumn, TableDefinition } from '../model/table.js';
import { designOf } from './infer.js';
import { linkColumnsOf } from './link.js';

const user = column('user_id', 'int(11)');
const role = column('role_id', 'int(11)');
const tenant = column('tenant_id', 'int(11)');
const created = column('create_time', 'datetime');
const PAIR = ['user_id', 'role_id'];

const OTHERS = [
  table('page', [column('id', 'decimal(9,2)'), column('name', 'varchar(64)')], { primaryKey: ['id'] }),
  table('user', [column('name', 'varchar(64)')]),
  table('role', [column('name', 'varchar(64)'), column('code', 'varchar(9)')], {
    uniqueKeys: [{ name: 'code', columns: ['code'] }],
  }),
];

/** A table without a key of its own. */
const keyed = (columns: TableColumn[], primaryKey = PAIR, more: Partial<TableDefinition> = {}) =>
  table('user_role', columns, { primaryKey, ...more });
/** A table with an `id` of its own. */
const counted = (columns: TableColumn[], ...unique: string[][]) =>
  table('user_role', columns, { uniqueKeys: unique.map((names, index) => ({ name: `u${index}`, columns: names })) });

function linkOf(definition: TableDefinition, isOwn: (name: string) => boolean = () => false) {
  const catalog = new Catalog([definition, ...OTHERS], isOwn);
  const facts = factsOf(definition, inferredKey(definition));
  const { design } = designOf(facts, { catalog, defaults: { prefixes: [], parentId: 0 } });
  const found = linkColumnsOf(facts, design, catalog);
  expect(design.link).toBe(typeof found !== 'string');
  return typeof found === 'string' ? found : found.map(({ name }) => name);
}

describe('a link table', () => {
  it.each([
    ['two references that are its key', keyed([user, role])],
    ['a time and a tenant besides', keyed([user, role, created, tenant])],
    ['the tenant in its key', keyed([tenant, user, role], ['tenant_id', ...PAIR])],
    ['an id of its own and a unique key of the two', counted([user, role, created], ['role_id', 'user_id'])],
    ['the tenant in that unique key', counted([tenant, user, role], ['tenant_id', ...PAIR])],
  ])('has %s', (_what, definition) => {
    expect(linkOf(definition)).toEqual(PAIR);
  });

  it('may join a table to itself', () => {
    const friend = column('friend_id', 'int(11)');
    const foreignKeys = ['user_id', 'friend_id'].map((name) => ({
      columns: [name],
      table: 'user',
      referenced: ['id'],
    }));
    const found = linkOf(keyed([user, friend], ['user_id', 'friend_id'], { foreignKeys }));
    expect(found).toEqual(['user_id', 'friend_id']);
  });

  it.each([
    ['a column that says more', keyed([user, role, column('note', 'varchar(9)')]), /^its column note is neither/],
    ['who made a change', keyed([user, role, column('create_by', 'varchar(9)')]), /^its column create_by is neither/],
    [
      'a mark of deleted rows',
      keyed([user, role, column('deleted', 'tinyint(4)', { default: { value: '0' } })]),
      /^its column deleted/,
    ],
    ['one reference', keyed([user], ['user_id']), /^it has 0 references|^its column user_id/],
    ['three references', keyed([user, role, column('other_user_id', 'int(11)')]), /other_user_id|3 references/],
    ['an id and no other key', counted([user, role]), 'no key consists of user_id and role_id'],
    ['a unique key with more in it', counted([user, role, created], [...PAIR, 'create_time']), /^no key consists/],
    ['a unique key that may be NULL', counted([user, { ...role, nullable: true }], PAIR), /^no key consists/],
    ['a key of one of them', keyed([user, role], ['user_id']), /user_id|no key/],
    [
      'decimals for keys',
      keyed([user, column('page_id', 'decimal(9,2)')], ['user_id', 'page_id']),
      'its column page_id has a type that no list of keys can hold',
    ],
    [
      'a reference to another column than the key',
      keyed([user, column('role_code', 'varchar(9)')], ['user_id', 'role_code']),
      'its column role_code does not refer to the key of role',
    ],
  ])('does not have %s', (_what, definition, reason) => {
    expect(linkOf(definition)).toMatch(reason);
  });

  it('joins no tables of the service itself, and is no view', () => {
    const foreignKeys = [{ columns: ['user_id'], table: 'user', referenced: ['id'] }];
    const own = keyed([user, role], PAIR, { foreignKeys });
    expect(linkOf(own, (name) => name === 'user')).toBe(
      'its column user_id refers to user, a table of the service itself',
    );
    expect(linkOf(table('user_role', [ID, user, role], { view: true }))).toBe('it is a view');
  });
});
