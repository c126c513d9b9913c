import './browser';
import { expect, test, vi } from 'vitest';
import { defineCrud } from '@/kit/crud/define-crud';
import { choiceOf, isSame, knownState, stateOf } from '@/kit/crud/view-state';

vi.mock('@/api/client', () => ({}));
vi.mock('@/api/session', () => ({ onLeave: () => undefined }));
vi.mock('@/api/service', () => ({ onRecovery: () => undefined }));

const of = defineCrud('/api/user', {
  title: 'User',
  columns: {
    username: { label: 'Username', sort: true },
    realname: { label: 'Real name' },
    status: { label: 'Status', show: 'status' },
    remark: { label: 'Remark', detail: true },
  },
  filters: { username: { label: 'Username' }, startTime: { label: 'Created', input: 'range' } },
  fields: {},
});

test('parts of a view that the page no longer has are left out and named', () => {
  const stored = {
    filters: { username: 'a', startTime: '2026-01-31', floor: '3', mobile: '' },
    columns: ['status', 'floor', 'remark', 'username'],
    orderBy: 'room',
    order: 'desc',
  };
  expect(knownState(of, stored)).toEqual({
    state: { filters: { username: 'a', startTime: '2026-01-31' }, columns: ['status', 'username'] },
    gone: ['floor', 'remark', 'room'],
  });
});

test('a view without any column that is left shows the usual ones', () => {
  const { state, gone } = knownState(of, { columns: ['room'] });
  expect(state).toEqual({ filters: {} });
  expect(gone).toEqual(['room']);
  expect(choiceOf(of, state)).toEqual({ columns: {}, order: [] });
});

test.each([
  null,
  undefined,
  {},
  { filters: null, columns: 'username', orderBy: 7 },
  { filters: { username: 1 } },
  'text',
])('anything else that is stored is an empty view: %j', (stored) => {
  expect(knownState(of, stored)).toEqual({ state: { filters: {} }, gone: [] });
});

test('a state that is saved shows the same again', () => {
  const table = { filters: { username: 'a' }, orderBy: 'username', order: 'desc', pageNo: 3, pageSize: 50 } as const;
  const saved = stateOf(table, { columns: { realname: false }, order: [] }, ['status', 'username']);
  expect(saved).toEqual({
    filters: { username: 'a' },
    columns: ['status', 'username'],
    orderBy: 'username',
    order: 'desc',
  });
  expect(knownState(of, saved)).toEqual({ state: saved, gone: [] });
  const choice = choiceOf(of, saved);
  expect(choice.order).toEqual(['status', 'username']);
  expect(choice.columns).toMatchObject({ status: true, username: true, realname: false });
  expect(isSame(saved, stateOf(table, choice, ['status', 'username']))).toBe(true);
  expect(isSame(saved, stateOf(table, choice, ['username', 'status']))).toBe(false);
  expect(isSame(saved, stateOf({ ...table, order: 'asc' }, choice, ['status', 'username']))).toBe(false);
});

test('columns that nobody chose stay the usual ones of the page', () => {
  const table = { filters: {}, order: 'asc', pageNo: 1, pageSize: 20 } as const;
  expect(stateOf(table, { columns: {}, order: [] }, ['username'])).toEqual({ filters: {} });
});

test('filters are compared in any order', () => {
  expect(isSame({ filters: { a: '1', b: '2' } }, { filters: { b: '2', a: '1' } })).toBe(true);
});
