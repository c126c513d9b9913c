import { describe, expect, it } from 'vitest';
import { decimalOf, isAmbiguous, wholeOf } from '@/kit/lib/decimal';

describe('a decimal number', () => {
  it.each([
    ['12.50', '12.50'],
    ['12,50', '12.50'],
    ['-12,5', '-12.5'],
    ['−3,25', '-3.25'],
    ['0,1', '0.1'],
    ['1.250,50', '1250.50'],
    ['1,250.50', '1250.50'],
    ['1 250,50', '1250.50'],
    ["1'250.50", '1250.50'],
    ['1,250,000', '1250000'],
    ['12345678901234567890,12', '12345678901234567890.12'],
    [' 7 ', '7'],
    ['', ''],
  ])('%s is %s', (typed, decimal) => {
    expect(decimalOf(typed)).toBe(decimal);
  });

  it.each(['1,250', '12,', ',5', '1,2,3', '1.2.3,4', '1,25.5', '12,50 €', 'twelve'])(
    '%s is left as it was typed, to be refused',
    (typed) => {
      expect(decimalOf(typed)).not.toMatch(/^-?\d+(\.\d+)?$/);
    },
  );
});

describe('a whole number', () => {
  it.each([
    ['1250', '1250'],
    ['-3', '-3'],
    ['1 250', '1250'],
    ['1,250,000', '1250000'],
    ['12345678901234567890', '12345678901234567890'],
  ])('%s is %s', (typed, whole) => expect(wholeOf(typed)).toBe(whole));

  it.each(['1,250', '1.250', '12,5', '12.5', '12.0', '12,', 'twelve', ''])('%s is none', (typed) =>
    expect(wholeOf(typed)).toBeUndefined(),
  );

  it.each([
    ['1,250', true],
    ['-1.250', true],
    ['12,5', false],
    ['1,250,000', false],
    ['1250', false],
  ])('whether %s can be read in two ways: %s', (typed, ambiguous) => expect(isAmbiguous(typed)).toBe(ambiguous));
});
