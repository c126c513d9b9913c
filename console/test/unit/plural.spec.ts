import { describe, expect, it } from 'vitest';
import './browser';
import { counted, pluralOf } from '@/text/plural';

describe('the plural of a noun', () => {
  it.each([
    ['user', 'users'],
    ['dictionary', 'dictionaries'],
    ['dictionary item', 'dictionary items'],
    ['key', 'keys'],
    ['address', 'addresses'],
    ['box', 'boxes'],
    ['branch', 'branches'],
    ['contact person', 'contact people'],
  ])('%s: %s', (noun, plural) => {
    expect(pluralOf(noun)).toBe(plural);
  });
});

it('counts in lower case', () => {
  expect(counted(1, 'Dictionary item')).toBe('1 dictionary item');
  expect(counted(12, 'User')).toBe('12 users');
  expect(counted(0, 'User')).toBe('0 users');
});
