import './browser';
import { expect, it, vi } from 'vitest';
import type { Column } from '@/kit/crud/define-crud';
import { fitColumns } from '@/kit/crud/fit-columns';
import { orderedColumns } from '@/kit/crud/use-columns';
import type { Crud } from '@/kit/crud/define-crud';

vi.mock('@/api/client', () => ({}));
vi.mock('@/api/session', () => ({ onLeave: () => undefined }));
vi.mock('@/api/service', () => ({ onRecovery: () => undefined }));
vi.mock('@/kit/lib/phone', () => ({ hasCards: { value: false } }));

/** Columns of text need 144 pixels each, a status named so 72. */
const columns = (others: Record<string, Partial<Column>>) =>
  Object.entries(others).map(([name, column]) => [name, { label: name, ...column }] as const);
const fit = (room: number, others: Record<string, Partial<Column>>, chosen: string[] = []) =>
  fitColumns(
    columns(others),
    (name) => chosen.includes(name),
    room,
    (text) => text.length * 8,
  );
const names = (fitted: ReturnType<typeof fit>) => fitted.columns.map(([name]) => name);

it('lets the columns further back wait, but for what is important and a status', () => {
  const all = { a: {}, b: {}, c: {}, d: { important: true }, status: { show: 'status' as const } };
  expect(names(fit(1000, all))).toEqual(['a', 'b', 'c', 'd', 'status']);
  expect(names(fit(144 * 2 + 72, all))).toEqual(['a', 'd', 'status']);
  expect(names(fit(144 * 3 + 72, all))).toEqual(['a', 'b', 'd', 'status']);
});

it('shows the first column and the chosen ones, whether they fit or not', () => {
  const all = { a: {}, b: {}, c: {}, d: {} };
  expect(names(fit(10, all))).toEqual(['a']);
  expect(names(fit(300, all, ['d', 'c']))).toEqual(['a', 'c', 'd']);
});

it('keeps more room for wide columns', () => {
  expect(names(fit(240 + 144, { a: { wide: true }, b: {}, c: {} }))).toEqual(['a', 'b']);
  expect(names(fit(240 + 143, { a: { wide: true }, b: {} }))).toEqual(['a']);
});

it('gives the rest of the room to texts', () => {
  expect(fit(144 * 2 + 72 + 100, { a: {}, b: {}, status: { show: 'status' } }).spare).toBe(50);
  expect(fit(10, { a: {} }).spare).toBe(0);
});

it('knows that a header may be wider than what is below it', () => {
  expect(names(fit(144 + 24 + 10 * 8, { a: {}, a_long_name: { show: 'number' } }))).toEqual(['a']);
  expect(names(fit(144 + 24 + 11 * 8, { a: {}, a_long_name: { show: 'number' } }))).toEqual(['a', 'a_long_name']);
});

it('orders columns as the user did, and new ones last', () => {
  const of = { columns: { a: {}, b: {}, c: {}, d: { detail: true } } } as unknown as Crud;
  const order = (chosen: string[]) => orderedColumns(of, { order: chosen, columns: {} }).map(([name]) => name);
  expect(order([])).toEqual(['a', 'b', 'c']);
  expect(order(['c', 'gone', 'a'])).toEqual(['c', 'a', 'b']);
});
