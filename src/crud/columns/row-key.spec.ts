import type { EntityMetadata } from 'typeorm';
import { ExactTime } from '../../database/entities/exact-time.js';
import { RowKey } from './row-key.js';

/** The key of an entity whose key columns have these types; they are called `a`, `b`, and so on. */
function keyOf(...types: string[]): RowKey {
  const primaryColumns = types.map((type, index) => ({ propertyName: 'abc'[index], type }));
  const dataSource = { options: { type: 'mysql' } };
  return new RowKey({ tableType: 'regular', primaryColumns, dataSource } as unknown as EntityMetadata);
}

describe('the id of a row with a key of several columns', () => {
  it.each<[types: string[], values: unknown[], id: string, read?: unknown[]]>([
    [['int', 'boolean'], [777, true], '777,true'],
    [['int', 'boolean'], [777, 2], '777,2'],
    [['int', 'boolean'], [777, -1], '777,-1'],
    [['int', 'datetime'], [1, new Date('2026-01-31T08:30:00.123Z')], '1,2026-01-31T08%3A30%3A00.123Z'],
    [
      ['int', 'datetime'],
      [1, new ExactTime(0, '2026-01-31 08:30:00.123456')],
      '1,~2026-01-31%2008%3A30%3A00.123456',
      [1, '2026-01-31 08:30:00.123456'],
    ],
    [
      ['int', 'datetime'],
      [1, new ExactTime(NaN, '0000-00-00 00:00:00')],
      '1,~0000-00-00%2000%3A00%3A00',
      [1, '0000-00-00 00:00:00'],
    ],
    [['date', 'int'], ['0000-00-00', 1], '0000-00-00,1'],
    [['varchar', 'varchar'], [' A', 'null'], '%20A,null'],
    [['varchar', 'varchar'], ['', null], ',%00'],
  ])('of the types %j with the values %j is %s', (types, values, id, read = values) => {
    const key = keyOf(...types);
    const row: object = Object.fromEntries<unknown>(values.map((value, index) => ['abc'.charAt(index), value]));
    expect(key.idOf(row)).toBe(id);
    expect(key.parse(id)).toEqual(read);
    expect(key.normalised(id)).toBe(id);
  });

  it('finds NULL, which equals nothing', () => {
    expect(keyOf('int', 'varchar').condition('row', [[1, null]])).toEqual({
      sql: '(row.a = :key0x0 AND row.b IS NULL)',
      parameters: { key0x0: 1 },
    });
  });

  it('compares digits as such', () => {
    expect(keyOf('decimal').condition('row', [['1.50'], ['2.00']])).toEqual({
      sql: 'row.a IN (CAST(:key0x0 AS DECIMAL(65, 2)), CAST(:key1x0 AS DECIMAL(65, 2)))',
      parameters: { key0x0: '1.50', key1x0: '2.00' },
    });
    expect(keyOf('bigint').condition('row', [[1], [2]])).toEqual({
      sql: 'row.a IN (:...keys)',
      parameters: { keys: [1, 2] },
    });
  });
});
