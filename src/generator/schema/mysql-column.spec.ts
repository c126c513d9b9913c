import { type MysqlColumnRow, columnOf } from './mysql-column.js';

const row = (more: Partial<MysqlColumnRow>): MysqlColumnRow => ({
  name: 'a',
  type: 'varchar',
  fullType: 'varchar(9)',
  length: 9,
  numericPrecision: null,
  scale: null,
  timePrecision: null,
  nullable: 'YES',
  defaultText: null,
  extra: '',
  comment: '',
  ...more,
});

describe('a column of information_schema', () => {
  it.each<[string | null, boolean, string, unknown]>([
    [null, true, 'varchar', undefined],
    ['NULL', true, 'varchar', undefined],
    ['NULL', false, 'varchar', { value: 'NULL' }],
    ["'it''s'", true, 'varchar', { value: "it's" }],
    ["'a\\\\b\\n'", true, 'varchar', { value: 'a\\b\n' }],
    ["it's", false, 'varchar', { value: "it's" }],
    ['-5', true, 'int', { value: '-5' }],
    ['1.5e3', true, 'double', { value: '1.5e3' }],
    ["b'101'", true, 'bit', { expression: "b'101'" }],
    ['uuid()', true, 'char', { expression: 'uuid()' }],
    ['current_timestamp(3)', true, 'datetime', { expression: 'current_timestamp(3)' }],
    ['CURRENT_TIMESTAMP(3)', false, 'datetime', { expression: 'CURRENT_TIMESTAMP(3)' }],
  ])('has for the default %j, MariaDB %s, type %s', (defaultText, mariadb, type, expected) => {
    expect(columnOf(row({ defaultText, type }), mariadb, false).default).toEqual(expected);
  });

  it('tells an expression of MySQL by its extra', () => {
    const given = row({ defaultText: 'uuid()', extra: 'DEFAULT_GENERATED' });
    expect(columnOf(given, false, false).default).toEqual({ expression: 'uuid()' });
  });

  it('reads the values of an enum', () => {
    const given = row({ type: 'enum', fullType: `enum('x','it''s','a,b','')` });
    expect(columnOf(given, true, false).values).toEqual(['x', "it's", 'a,b', '']);
  });

  it('reads sign, counting, computing and bits', () => {
    expect(
      columnOf(row({ type: 'int', fullType: 'int(10) unsigned', extra: 'auto_increment' }), true, false),
    ).toMatchObject({ unsigned: true, autoIncrement: true, generated: false });
    expect(columnOf(row({ extra: 'STORED GENERATED' }), true, false).generated).toBe(true);
    expect(columnOf(row({ type: 'bit', length: null, numericPrecision: 8 }), true, false).length).toBe(8);
    expect(columnOf(row({ type: 'longtext' }), true, true).type).toBe('json');
  });
});
