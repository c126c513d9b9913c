import type { ColumnDefault } from './table.js';
import { defaultOf } from './defaults.js';
import type { Family } from './families.js';
import { nativeTypes } from './native-types.js';

const TEXT: Family = { kind: 'text', length: 99 };
const WHOLE: Family = { kind: 'whole', type: 'bigint', min: 0n, max: 2n ** 63n };

it.each<[ColumnDefault, Family, string | undefined]>([
  [{ value: 'plain' }, TEXT, "'plain'"],
  [{ value: "it's" }, TEXT, `() => "'it''s'"`],
  [{ value: '5' }, WHOLE, '5'],
  [{ value: '9223372036854775807' }, WHOLE, `() => "'9223372036854775807'"`],
  [{ value: 'TRUE' }, { kind: 'flag' }, 'true'],
  [{ value: '0' }, { kind: 'flag' }, 'false'],
  [{ value: 'x' }, { kind: 'binary', minBytes: 0, maxBytes: 9 }, undefined],
  [{ expression: 'CURRENT_TIMESTAMP' }, { kind: 'time', precision: 3 }, "() => 'CURRENT_TIMESTAMP'"],
  [{ expression: "(lower('A'))" }, TEXT, `() => "(lower('A'))"`],
])('the default %j of %o is written %s', (given, family, expected) => {
  expect(defaultOf(given, family, nativeTypes.sqlite)).toBe(expected);
});

it('leaves an expression to MySQL', () => {
  expect(defaultOf({ expression: 'uuid()' }, TEXT, nativeTypes.mysql)).toBeUndefined();
});
