import './browser';
import { expect, it, vi } from 'vitest';
import type { Filter } from '@/kit/crud/define-crud';
import { firstFilters } from '@/kit/crud/first-filters';

vi.mock('@/api/client', () => ({}));
vi.mock('@/api/session', () => ({ onLeave: () => undefined }));
vi.mock('@/api/service', () => ({ onRecovery: () => undefined }));

const of = (inputs: Record<string, Omit<Filter, 'label'>>) =>
  Object.fromEntries(Object.entries(inputs).map(([name, filter]) => [name, { label: name, ...filter }]));

it('shows the first four of forty filters', () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}`, {}]));
  expect(firstFilters(of(many))).toEqual(['f0', 'f1', 'f2', 'f3']);
});

it('shows ranges of days as far as the line has room', () => {
  const ranges = of({ a: { input: 'days' }, b: { input: 'times' }, c: { input: 'range' }, d: {}, e: {} });
  expect(firstFilters(ranges)).toEqual(['a', 'b', 'd']);
  expect(firstFilters(of({ a: {}, b: {}, c: {}, d: { input: 'range' }, e: {} }))).toEqual(['a', 'b', 'c', 'd']);
  const numbers = of({ a: { input: 'numbers' }, b: { input: 'numbers' }, c: {}, d: {} });
  expect(firstFilters(numbers)).toHaveLength(4);
});

it('lets a filter say whether it is among the first, which keep their order', () => {
  const filters = of({ a: { first: false }, b: {}, c: {}, d: {}, e: {}, f: { first: true } });
  expect(firstFilters(filters)).toEqual(['b', 'c', 'd', 'f']);
});
