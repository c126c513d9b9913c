import { expect, it } from 'vitest';
import { roundUp } from '@/kit/data/scale';

it.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [10, 10],
  [11, 20],
  [51, 100],
  [4321, 5000],
  [1_000_000, 1_000_000],
])('%i is charted up to %i', (value, top) => {
  expect(roundUp(value)).toBe(top);
});
