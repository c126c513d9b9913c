import { readCookies, hiddenCookie } from './cookie.js';

describe('cookie of a request', () => {
  it.each([
    ['alone', 'mine=a.b-c_d', 'a.b-c_d'],
    ['among others', 'first=1; mine=2; last=3', '2'],
    ['without blanks', 'first=1;mine=2;last=3', '2'],
    ['with blanks', ' first = 1 ;\tmine = 2 ', '2'],
    ['in quotes', 'mine="2"', '2'],
    ['with an equals sign in it', 'mine=a=b==', 'a=b=='],
    ['without a value', 'mine=', ''],
    ['beside what is no cookie', 'nonsense; ; =; mine=2', '2'],
  ])('is found %s', (_case, header, value) => {
    expect(readCookies(header, 'mine')).toEqual([value]);
  });

  it('is found as often as it is there', () => {
    expect(readCookies('mine=near; other=1; mine=; mine=far', 'mine')).toEqual(['near', '', 'far']);
  });

  it.each([
    ['no header', undefined],
    ['an empty one', ''],
    ['another name', 'other=1'],
    ['a longer name', 'notmine=1; mine2=1'],
    ['another case', 'Mine=1'],
    ['the name without a value', 'mine'],
    ['the name inside a value', 'other=mine=1'],
  ])('is not found in %s', (_case, header) => {
    expect(readCookies(header, 'mine')).toEqual([]);
  });
});

describe('cookie of an answer', () => {
  it('is for no script and no other site', () => {
    expect(hiddenCookie('mine', 'a.b', { path: '/here', maxAge: 60, secure: false })).toBe(
      'mine=a.b; Max-Age=60; Path=/here; HttpOnly; SameSite=Strict',
    );
  });

  it('is for a whole domain where it says so', () => {
    expect(hiddenCookie('mine', '', { path: '/', domain: 'example.org', maxAge: 0, secure: false })).toBe(
      'mine=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Domain=example.org',
    );
  });

  it('is for https alone where it says so', () => {
    expect(hiddenCookie('mine', '', { path: '/', maxAge: 0, secure: true })).toBe(
      'mine=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure',
    );
  });
});
