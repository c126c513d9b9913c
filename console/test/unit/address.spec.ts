import { describe, expect, it } from 'vitest';
import { destinationOf } from '@/shell/address';

describe('a login leads to', () => {
  it.each([
    '/',
    '/access/user',
    '/access/user?username=adm&pageSize=50',
    '/log/login?startTime=2026-01-01T00:00:00.000Z#top',
    '/a.b',
    '/a%20b?c=%2Fd',
    '/loginlog',
  ])('%j', (wanted) => {
    expect(destinationOf(wanted)).toBe(wanted);
  });

  it.each([
    undefined,
    null,
    ['/access/user'],
    '',
    'access/user',
    'https://example.org/',
    '//example.org',
    '/\\example.org',
    '/\t/example.org',
    '/%2fexample.org',
    '/%2F/example.org',
    '/%252fexample.org',
    '/%5cexample.org',
    '/a//b',
    '/..',
    '/../api',
    '/a/../b',
    '/a..b',
    '/.%2e/b',
    '/%2e%2E/b',
    '/%252e%252e/b',
    '/%2525252e./b',
    '/login',
    '/login?to=/x',
    '/login/x',
  ])('the start page instead of %j', (wanted) => {
    expect(destinationOf(wanted)).toBe('/');
  });

  it.each(['/access/user?username=..', '/access/user?back=//example.org', '/access/user#%2e%2e'])(
    'the page of %j alone',
    (wanted) => {
      expect(destinationOf(wanted)).toBe('/access/user');
    },
  );
});
