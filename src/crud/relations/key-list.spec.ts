import { keysIn } from './key-list.js';

describe('the keys in a list', () => {
  it.each([
    ['1,2,3', ['1', '2', '3']],
    [',7, 8 ,', ['7', '8']],
    ['a；b，c;d', ['a', 'b', 'c', 'd']],
    ['[1,"x",2]', ['1', 'x', '2']],
    ['[1,', ['[1']],
    ['[]', []],
    ['', []],
    [null, []],
    [12, []],
    [['1'], []],
  ])('of %j', (value, keys) => {
    expect(keysIn(value)).toEqual(keys);
  });
});
