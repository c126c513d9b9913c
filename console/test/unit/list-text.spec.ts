import { describe, expect, it } from 'vitest';
import { itemsOf, withItems } from '@/kit/lib/list-text';

describe('a list in a text', () => {
  it.each<[unknown, string[]]>([
    ['a,b', ['a', 'b']],
    ['a， b；c', ['a', 'b', 'c']],
    [',1,2,', ['1', '2']],
    ['["a","b,c"]', ['a', 'b,c']],
    ['[1, 2]', ['1', '2']],
    [
      [1, { a: 2 }],
      ['1', '{"a":2}'],
    ],
    ['[a', ['[a']],
    [7, ['7']],
    ['', []],
    [null, []],
    [{ a: 1 }, []],
  ])('%j has the entries %j', (value, items) => {
    expect(itemsOf(value)).toEqual(items);
  });

  it.each<[unknown, string[], unknown]>([
    ['a,b', ['a', 'c'], 'a,c'],
    ['a, b', ['a', 'b', 'c'], 'a, b, c'],
    ['a，b', ['b', 'a'], 'b，a'],
    [',1,2,', ['2'], ',2,'],
    ['', ['a', 'b'], 'a,b'],
    [null, ['a', 'b'], 'a,b'],
    ['a,b', [], ''],
    ['[1,2]', ['2', '3'], '[2,3]'],
    ['["1"]', ['1', '2'], '["1","2"]'],
    [
      [{ a: 2 }, 'x'],
      ['x', '{"a":2}'],
      ['x', { a: 2 }],
    ],
  ])('%j keeps its form with the entries %j', (before, items, after) => {
    expect(withItems(before, items)).toEqual(after);
  });

  it('is an array, and has numbers, where the column says so', () => {
    expect(withItems(null, ['1', 'x'], { array: true, numbers: true })).toEqual([1, 'x']);
    expect(withItems('[]', ['1'], { numbers: true })).toBe('[1]');
    expect(withItems(null, ['1'], { numbers: true })).toBe('1');
  });
});
