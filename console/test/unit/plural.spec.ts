import { describe, expect, it } from 'vitest';
import './browser';
import { behindChinese, inSentence } from '@/text/in-sentence';
import { counted, pluralOf, singularOf } from '@/text/plural';

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

it.each([
  ['Products', 'Product'],
  ['Categories', 'Category'],
  ['Boxes', 'Box'],
  ['Classes', 'Class'],
  ['Statuses', 'Status'],
  ['Purchases', 'Purchase'],
  ['People', 'person'],
  ['Status', 'Status'],
  ['SKUs', 'SKU'],
  ['商品', '商品'],
])('the singular of %s is %s', (many, one) => {
  expect(singularOf(many)).toBe(one);
});

it('keeps abbreviations in capitals within a sentence', () => {
  expect([inSentence('SKU stock'), inSentence('Order item'), inSentence('Order IDs')]).toEqual([
    'SKU stock',
    'order item',
    'order IDs',
  ]);
});

it('counts in lower case', () => {
  expect(counted(1, 'Dictionary item')).toBe('1 dictionary item');
  expect(counted(12, 'User')).toBe('12 users');
  expect(counted(0, 'User')).toBe('0 users');
});

it.each([
  ['订单', '编辑订单'],
  ['message', '编辑 message'],
  ['2FA', '编辑 2FA'],
  ['SKU 库存', '编辑 SKU 库存'],
])('%s behind Chinese characters: %s', (noun, text) => {
  expect(`编辑${behindChinese(noun)}`).toBe(text);
});
