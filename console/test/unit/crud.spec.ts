import './browser';
import { describe, expect, it, vi } from 'vitest';
import type { Crud, Filter } from '@/kit/crud/define-crud';
import { endsOf, referenceOf } from '@/kit/crud/define-crud';
import { emptied, initialOf, isEmptyNone, isNoRow } from '@/kit/crud/field-values';
import { valueOf } from '@/kit/crud/use-choices';
import { parametersOf } from '@/kit/crud/use-rows';
import { problemOf } from '@/kit/crud/validate';
import { NoJson } from '@/kit/controls/no-value';
import { zone } from '@/kit/lib/zone';

vi.mock('@/api/client', () => ({}));
vi.mock('@/api/session', () => ({ onLeave: () => undefined }));
vi.mock('@/api/service', () => ({ onRecovery: () => undefined }));

describe('ranges', () => {
  it.each<[string, Filter['input'], string[] | undefined]>([
    ['startTime', 'range', ['startTime', 'endTime']],
    ['price', 'numbers', ['priceFrom', 'priceTo']],
    ['madeOn', 'days', ['madeOnFrom', 'madeOnTo']],
    ['addTime', 'epoch', ['addTimeFrom', 'addTimeTo']],
    ['name', undefined, undefined],
    ['state', { dict: 'state' }, undefined],
  ])('of %s, a filter of %j, have the ends %j', (name, input, ends) => {
    expect(endsOf(name, input)).toEqual(ends);
  });

  it('are sent as they are, but for times: their days are instants of the zone', () => {
    zone.value = 'Europe/Berlin';
    const filters = {
      price: 'numbers',
      madeOn: 'days',
      sentAt: 'times',
      addTime: 'epoch',
      startTime: 'range',
    } as const;
    const of = { filters: Object.fromEntries(Object.entries(filters).map(([name, input]) => [name, { input }])) };
    const state = {
      filters: {
        priceFrom: '1.50',
        madeOnTo: '2026-01-31',
        sentAtFrom: '2026-07-01',
        addTimeFrom: '2026-07-01',
        addTimeTo: '2026-07-01',
        endTime: '2026-07-01',
        name: 'a',
      },
      order: 'asc' as const,
      pageNo: 1,
      pageSize: 20,
    };
    expect(parametersOf(of as unknown as Crud, state)).toEqual({
      priceFrom: '1.50',
      madeOnTo: '2026-01-31',
      sentAtFrom: '2026-06-30T22:00:00.000Z',
      addTimeFrom: '1782856800',
      addTimeTo: '1782943199',
      endTime: '2026-07-01T21:59:59.999Z',
      name: 'a',
    });
  });
});

it.each<[string, 'number' | 'flag' | undefined, unknown]>([
  ['1', undefined, '1'],
  ['1', 'number', 1],
  ['-2.5', 'number', -2.5],
  ['9007199254740993', 'number', '9007199254740993'],
  ['x', 'number', 'x'],
  ['1', 'flag', true],
  ['0', 'flag', false],
])('the item %j of a column of %s stands for %j', (text, values, value) => {
  expect(valueOf(text, { dict: 'state', values })).toBe(value);
});

it('a reference is known by its path, whether the API has it or not', () => {
  expect(referenceOf({ reference: '/api/category' })).toBe('/api/category');
  expect(referenceOf({ dict: 'state' })).toBeUndefined();
  expect(referenceOf('day')).toBeUndefined();
});

it('text that is no JSON is wrong', () => {
  expect(problemOf(new NoJson('{', { line: 1, column: 2 }), undefined)).toBe('Is no JSON from line 1, column 2 on');
  expect(problemOf({ a: 1 }, undefined)).toBeUndefined();
});

describe('a reference to no row', () => {
  it.each([0, '0', '', null, undefined])('is %j where a value means none', (value) => {
    expect(isNoRow(value, { none: 0 })).toBe(true);
  });

  it('is NULL alone where no value means none', () => {
    expect([null, undefined, 0, '', '0'].map((value) => isNoRow(value, {}))).toEqual([true, true, false, false, false]);
    expect(isNoRow(7, { none: 0 })).toBe(false);
  });

  it.each([
    [{ none: 0 }, 0, 0],
    [{ none: '' }, '', ''],
    [{ none: null }, undefined, null],
    [{}, undefined, null],
  ])('is in a new row, and in one that is emptied, what %j says', (none, initial, sent) => {
    const field = { label: 'Brand', input: { reference: '/api/brand' as const, ...none } };
    expect([initialOf(field), emptied(field)]).toEqual([initial, sent]);
    expect(initialOf({ ...field, initial: null })).toBeUndefined();
    expect(isEmptyNone('', field)).toBe(sent === '');
  });
});
