import { wantsPage } from './console.pages.js';

describe('the Accept header', () => {
  it.each([
    ['text/html', true],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['application/json, Text/HTML;level=1;q=0.5', true],
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['text/*', false],
    ['application/json', false],
    ['text/html;q=0, */*', false],
    ['text/html; q=0.000', false],
    ['text/htmlx', false],
  ])('%s: a page is wanted: %s', (accept, expected) => {
    expect(wantsPage({ headers: { accept } })).toBe(expected);
  });
});
