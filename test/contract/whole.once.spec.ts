import { someOf } from '../support/whole.js';

const CASES = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'a6', 'c1', 'a7'];
const first = (text: string) => text.charAt(0);

describe('a run that is not whole', () => {
  it('takes cases that are evenly spread', () => {
    expect(someOf(CASES, 5, undefined, false)).toEqual(['a1', 'a3', 'a5', 'b2', 'c1']);
    expect(someOf(CASES, 1, undefined, false)).toEqual(['a1']);
  });

  it('takes a case of each kind, however few are wanted', () => {
    expect(someOf(CASES, 2, first, false)).toEqual(['a1', 'b1', 'c1']);
    expect(someOf(CASES, 1, first, false)).toEqual(['a1', 'b1', 'c1']);
  });

  it('takes all if there are no more than are wanted', () => {
    expect(someOf(CASES, 10, first, false)).toEqual(CASES);
    expect(someOf([], 3, first, false)).toEqual([]);
  });
});

it('a whole run takes all', () => {
  expect(someOf(CASES, 1, first, true)).toEqual(CASES);
});
