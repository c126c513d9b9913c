import { describe, expect, it, vi } from 'vitest';
import { contactOf, linkOf, pictureOf, picturesOf } from '@/kit/lib/addresses';

vi.stubGlobal('location', new URL('http://steward.example/console/'));

describe('an address', () => {
  it.each([
    ['https://shop.example/a', 'https://shop.example/a'],
    ['HTTP://shop.example', 'http://shop.example/'],
    ['/files/a.pdf', 'http://steward.example/files/a.pdf'],
    ['//cdn.example/a', 'http://cdn.example/a'],
    ['javascript:alert(1)', undefined],
    [' javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['ftp://a.example', undefined],
    ['news', undefined],
    ['http://', undefined],
    ['', undefined],
  ])('of %j opens %j', (text, href) => {
    expect(linkOf(text)).toBe(href);
  });

  it.each([
    ['https://cdn.example/a.png', 'https://cdn.example/a.png'],
    ['/api/file/a.png', 'http://steward.example/api/file/a.png'],
    ['data:image/png;base64,AA==', 'data:image/png;base64,AA=='],
    ['http://cdn.example/a.png', undefined],
    ['data:text/html,x', undefined],
    ['images/a.png', undefined],
  ])('of %j shows the picture %j', (text, src) => {
    expect(pictureOf(text)).toBe(src);
  });

  it.each<[unknown, string[]]>([
    ['/a.png, https://b.example/b.png,', ['/a.png', 'https://b.example/b.png']],
    ['https://b.example/w_200,h_100/b.png', ['https://b.example/w_200,h_100/b.png']],
    ['data:image/png;base64,AA==,/a.png', ['data:image/png;base64,AA==', '/a.png']],
    ['["/a.png", "", 7]', ['/a.png']],
    [['/a.png'], ['/a.png']],
    ['[broken', ['[broken']],
    [{ a: 1 }, []],
    ['', []],
  ])('is one of those in %j', (value, pictures) => {
    expect(picturesOf(value)).toEqual(pictures);
  });

  it.each([
    ['email', 'ann@shop.example', 'mailto:ann@shop.example'],
    ['email', 'ann@shop.example?bcc=x@y.example', undefined],
    ['email', 'ann', undefined],
    ['phone', '+49 (30) 123-456', 'tel:+4930123456'],
    ['phone', 'x1', undefined],
  ] as const)('for %s of %j is %j', (kind, text, href) => {
    expect(contactOf(kind, text)).toBe(href);
  });
});
