import './browser';
import { expect, it } from 'vitest';
import { emptied } from '@/kit/crud/field-values';
import { epochOf, instantOfEpoch } from '@/kit/lib/epoch';

it.each([
  [1_774_747_800, 'epoch', '2026-03-29T01:30:00.000Z'],
  ['1774747800000', 'epoch-ms', '2026-03-29T01:30:00.000Z'],
  [0, 'epoch', undefined],
  ['soon', 'epoch', undefined],
  [null, 'epoch', undefined],
  [9e15, 'epoch', undefined],
] as const)('the number %j of the kind %s is the instant %s', (value, kind, instant) => {
  expect(instantOfEpoch(value, kind)).toBe(instant);
});

it('an instant is a whole number of seconds or milliseconds', () => {
  const instant = '2026-03-29T01:30:00.500Z';
  expect([epochOf(instant, 'epoch'), epochOf(instant, 'epoch-ms')]).toEqual([1_774_747_800, 1_774_747_800_500]);
});

it('an instant in a number is emptied to 0 where new rows have 0', () => {
  expect(emptied({ input: 'epoch', initial: 0 })).toBe(0);
  expect(emptied({ input: 'epoch' })).toBeNull();
  expect([emptied({ input: 'number' }), emptied({}), emptied()]).toEqual([null, '', '']);
});
