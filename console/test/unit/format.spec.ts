import './browser';
import { expect, it } from 'vitest';
import { formatBytes, formatDuration, formatMoney, formatPercent } from '@/kit/lib/format';

it.each([
  ['1234567.50', '1,234,567.50'],
  ['12.5000', '12.5000'],
  ['100', '100'],
  [12, '12.00'],
  [12.5, '12.50'],
  [0.125, '0.125'],
  ['free', 'free'],
])('the amount %j is written %s', (value, text) => {
  expect(formatMoney(value)).toBe(text);
});

it.each([
  [0.19, '19%'],
  [0.07, '7%'],
  [0.0755, '7.55%'],
  [-0.5, '-50%'],
])('the share %d is written %s', (share, text) => {
  expect(formatPercent(share)).toBe(text);
});

it.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1500, '1.5 kB'],
  [1_234_567, '1.23 MB'],
  [5e15, '5,000 TB'],
])('%d bytes are written %s', (bytes, text) => {
  expect(formatBytes(bytes).replace('bytes', 'byte')).toBe(text);
});

it.each([
  [0, '0 ms'],
  [250, '250 ms'],
  [1500, '1.5 sec'],
  [60_000, '1 min'],
  [3_725_000, '1 hr 2 min'],
  [90_061_000, '1 day 1 hr'],
  [-120_000, '−2 min'],
])('%d milliseconds are written %s', (ms, text) => {
  // Versions of the language data differ in plurals.
  expect(formatDuration(ms).replace(/(sec|min|hr)s\b/g, '$1')).toBe(text);
});
