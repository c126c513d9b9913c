import { backoffOf } from './backoff.js';

describe('the wait after a failed attempt', () => {
  it.each([
    [1, 5],
    [2, 30],
    [3, 120],
    [4, 600],
    [5, 3600],
    [6, 10_800],
    [7, 28_800],
    [8, 86_400],
    [20, 86_400],
  ])('%d is %d s, a fifth more or less', (attempt, seconds) => {
    expect(backoffOf(attempt, 0.5)).toBe(seconds * 1000);
    expect(backoffOf(attempt, 0)).toBe(seconds * 800);
    expect(backoffOf(attempt, 1)).toBe(seconds * 1200);
  });

  it('differs between rows', () => {
    expect(new Set(Array.from({ length: 20 }, () => backoffOf(3))).size).toBeGreaterThan(10);
  });
});
