import { AppError } from '../../core/app.error.js';
import { ComponentName, IconName, Link, MenuPath, checkLink } from './links.js';
import { validate } from './validate.js';

const URLS = [
  'http://example.org/a.png',
  'HTTPS://example.org',
  'hTtP://[::1]:8080/größe?a=b&c=d#e',
  'https://a@b/c:d',
];
const LINKS = ['', '/', '/a.png', '/größe/字.png?x=1#y', '/a:b@c', '/.', '/a.b./c', '/a//b', ...URLS];

/** Neither web URLs nor paths on the same host, though a browser may take them for one. */
const NOWHERE = [
  'a.png',
  './a',
  '../a',
  '..',
  '//example.org/a',
  '///a',
  '/\\example.org',
  '\\\\example.org',
  '\\a',
  '/a\\b',
  'http:\\\\example.org',
  'https:/example.org',
  'http:example.org',
  'http//example.org',
  'http://',
  'https:',
  'http',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'vbscript:x',
  'data:image/png;base64,AAAA',
  'data:text/html,x',
  'blob:https://a/b',
  'file:///etc/passwd',
  'ftp://a/b',
  'x-http://a',
  ' /a',
  '/a ',
  '/a b',
  '/a\t',
  '/a\n',
  '\n/a',
  '/\t/example.org',
  '/a\r',
  '/a\u00a0b',
  '/a\u2028',
  '/\ufeffa',
  '/a\0',
  '/a\u0007',
  '/a\u007f',
  '/a\u0085',
  'https://a/b c',
  'https://a/\n',
  'https://a/\0',
  'https://a\\@b',
  ' http://a',
  'https://a/../b',
  'https://a/..',
  'http://..',
];
const CLIMBING = ['/../a', '/a/..', '/a/../b', '/a..b'];

/** What a proxy or a script may take to lead elsewhere. */
const DETOURS = [
  '/a//b',
  '/a//',
  '/%2e%2e/a',
  '/%2F/a',
  'https://a//b',
  'https://a/%2F/b',
  'https://a/%2f%2Fb',
  'https://a/.%2e/b',
  'https://a/%2E%2e/b',
  'https://a/%252e%252e/b',
  'https://a/%25252f/b',
  'https://a?b=//c',
];

class Members {
  @Link(512)
  link = '';

  @MenuPath(255)
  path = '';

  @ComponentName(255)
  component = '';

  @IconName(64)
  icon = '';
}

function expectRefused(member: string, check: () => unknown): void {
  expect(check).toThrow(AppError);
  expect(check).toThrow(new RegExp(`^${member} must`));
}

const RULES: [member: keyof Members, taken: string[], refused: string[]][] = [
  ['link', LINKS, [...NOWHERE, ...CLIMBING]],
  [
    'path',
    ['', '/', '/access/user', '/:id', '/a_B-9.c/d:e', '/a/', 'https://a/b?c=%2Fd%2Ee', ...URLS],
    [...NOWHERE, ...CLIMBING, ...DETOURS, '/größe', '/a?b', '/a#b', '/a@b', '/%2e', '/<a>', 'access/user'],
  ],
  [
    'component',
    ['', 'access/user', '/A_b-9'],
    ['../a', 'a.vue', 'a b', 'größe', 'http://a', 'a:b', 'a\\b', 'a\n', '<a>'],
  ],
  ['icon', ['', 'log-in', '9'], ['User', 'a_b', 'a b', 'a/b', 'a.svg', 'http://a', '<svg>', 'größe', 'a\n', '-\0']],
];

describe.each(RULES)('a %s', (member, taken, refused) => {
  it.each(taken)('is %j', (value) => expect(validate(Members, { [member]: value })[member]).toBe(value));

  it.each(refused)('is never %j, and the refusal names the member', (value) => {
    expectRefused(member, () => validate(Members, { [member]: value }));
  });
});

describe('a link in a member that may hold another kind of text', () => {
  it.each(LINKS)('is %j', (value) => expect(() => checkLink('logo', value)).not.toThrow());

  it.each([...NOWHERE, ...CLIMBING])('is never %j, and the refusal names the member', (value) => {
    expectRefused('logo', () => checkLink('logo', value));
  });
});
