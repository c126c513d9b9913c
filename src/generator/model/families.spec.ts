import type { DialectName } from 'steward/database';
import type { TableColumn } from './table.js';
import { familyOf } from './families.js';
import { nativeTypes } from './native-types.js';
import { shapeOf } from './shapes.js';

const column = (type: string, more: Partial<TableColumn> = {}): TableColumn => ({
  name: 'a',
  type,
  fullType: type,
  unsigned: false,
  nullable: true,
  generated: false,
  autoIncrement: false,
  comment: '',
  ...more,
});

describe('the family of a column', () => {
  it.each<[DialectName, TableColumn, object | undefined]>([
    ['mysql', column('int'), { kind: 'whole', type: 'int', min: -(2n ** 31n), max: 2n ** 31n - 1n }],
    ['mysql', column('int', { unsigned: true }), { min: 0n, max: 2n ** 32n - 1n }],
    ['mysql', column('bigint', { unsigned: true }), { min: 0n, max: 2n ** 64n - 1n }],
    ['mysql', column('tinyint', { fullType: 'tinyint(1)' }), { kind: 'flag' }],
    ['mysql', column('tinyint', { fullType: 'tinyint(1)', numbers: true }), { kind: 'whole', min: -128n, max: 127n }],
    [
      'mysql',
      column('tinyint', { fullType: 'tinyint(1) unsigned', unsigned: true, numbers: true }),
      { kind: 'whole', min: 0n, max: 255n },
    ],
    ['mysql', column('tinyint', { fullType: 'tinyint(4)' }), { kind: 'whole', min: -128n, max: 127n }],
    ['mysql', column('year'), { kind: 'whole', min: 1901n, max: 2155n }],
    ['mysql', column('bit', { length: 1 }), { kind: 'bits', max: 1n, flag: true }],
    ['mysql', column('bit', { length: 1, numbers: true }), { kind: 'bits', max: 1n, flag: false }],
    ['mysql', column('bit', { length: 8 }), { kind: 'bits', max: 255n, flag: false }],
    ['sqlite', column('boolean'), { kind: 'flag' }],
    ['sqlite', column('boolean', { numbers: true }), { kind: 'whole', min: -(2n ** 31n) }],
    ['mysql', column('decimal', { precision: 65, scale: 30 }), { kind: 'decimal', precision: 65, scale: 30 }],
    ['mysql', column('varchar', { length: 64 }), { kind: 'text', length: 64 }],
    ['mysql', column('tinytext', { length: 255 }), { kind: 'longText', bytes: 255 }],
    ['mysql', column('enum', { values: ['a'] }), { kind: 'choice', values: ['a'] }],
    ['mysql', column('binary', { length: 16 }), { kind: 'binary', minBytes: 16, maxBytes: 16 }],
    ['mysql', column('datetime', { precision: 6 }), { kind: 'time', precision: 6 }],
    ['mysql', column('geometry'), undefined],
    ['sqlite', column('integer'), { kind: 'whole', type: 'bigint', max: 2n ** 63n - 1n }],
    ['sqlite', column('bigint', { unsigned: true }), { max: 2n ** 63n - 1n }],
    ['sqlite', column('varying character', { length: 9 }), { kind: 'text', length: 9 }],
    ['sqlite', column('clob'), { kind: 'longText' }],
    ['sqlite', column('numeric'), { kind: 'decimal', precision: 30, scale: 12 }],
    ['sqlite', column(''), { kind: 'longText' }],
    ['sqlite', column('blob'), { kind: 'binary', minBytes: 0 }],
    ['sqlite', column('string'), undefined],
  ])('in %s of %j', (dialect, given, expected) => {
    const family = familyOf(given, nativeTypes[dialect]);
    if (expected === undefined) expect(family).toBeUndefined();
    else expect(family).toMatchObject(expected);
  });

  it('has a shape with a check and two different values for tests', () => {
    for (const type of ['int', 'bigint', 'decimal', 'double', 'varchar', 'text', 'json', 'date', 'time', 'datetime']) {
      const family = familyOf(column(type, { length: 9, precision: 6, scale: 2 }), nativeTypes.mysql);
      if (!family) throw new Error(`${type} has no family`);
      const { check, sample, other } = shapeOf(family, false);
      expect(check).toMatch(/^[A-Z]\w+\(.*\)$/);
      expect(sample).not.toBe(other);
    }
  });
});
