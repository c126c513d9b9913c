import { hideTokens } from './token-text.js';

const encode = (text: string) => Buffer.from(text).toString('base64url');
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoxfQ.c2lnbmF0dXJl';

const hidden = (text: string) => hideTokens(text, text.length);

describe('text without tokens', () => {
  it.each<[string, string, string]>([
    ['a token alone', JWT, '***'],
    ['one in a sentence', `Authorization: Bearer ${JWT}, please`, 'Authorization: Bearer ***, please'],
    ['one at the end of a sentence', `It was ${JWT}.`, 'It was ***.'],
    ['one that is glued to letters', `token${JWT}`, 'token***'],
    ['one that is glued to what looks like a header', `eyJ${JWT}`, 'eyJ***'],
    ['several', `${JWT} ${JWT};${JWT}`, '*** ***;***'],
    ['one of two parts', 'eyJhbGciOiJIUzI1NiJ9.x', '***'],
    ['one without a signature', 'eyJhbGciOiJub25lIn0.eyJ1c2VyIjoxfQ.', '***.'],
    ['an encrypted one without a key', 'eyJhbGciOiJkaXIifQ..aXY.dGV4dA.dGFn', '***'],
    ['an empty header', 'e30.e30.', '***.'],
    ['a header over several lines', `${encode('{\n  "alg": "HS256"\n}')}.x`, '***'],
    ['a header with a blank', `${encode('{ "alg": "HS256" }')}.x`, '***'],
    ['a very long header', `${encode(`{"x5c":"${'A'.repeat(10_000)}"}`)}.x`, '***'],
    ['markup around it', `<b>${JWT}</b>`, '<b>***</b>'],
  ])('hides %s', (_case, text, expected) => {
    expect(hidden(text)).toBe(expected);
  });

  it.each([
    '',
    '.',
    'eyes.open',
    'surveyJson.x',
    'https://example.org/a.png?b=c',
    'obeyJoe.example',
    '3.14',
    'e30',
    'e30.',
    'eyJhbGciOiJIUzI1NiJ9',
    'eyJhbGciOiJIUzI1NiJ9.',
    'eyJhbGciOiJIUzI1NiJ9. A sentence.',
    `${encode('[1]')}.x`,
    `${encode('{"alg"')}.x`,
    `${encode('{alg}')}.x`,
  ])('keeps %p', (text) => {
    expect(hidden(text)).toBe(text);
  });

  it('is complete as far as there is room', () => {
    const text = `${'a.'.repeat(10)}${JWT} and ${JWT}`;
    const whole = hidden(text);
    for (let room = 0; room <= whole.length; room++) {
      expect(hideTokens(text, room).slice(0, room)).toBe(whole.slice(0, room));
    }
  });

  it.each<[string, string]>([
    ['beginnings of headers', 'eyJ'],
    ['headers that are not closed', encode('{"a":')],
    ['words that begin as headers do', 'eyes.'],
    ['the shortest tokens', 'e30.x '],
    ['headers with nothing behind', 'e30. '],
    ['dots', '.'],
    ['letters', 'a'],
  ])('takes no longer for a million characters of %s', (_case, piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    for (const long of [text, `${text}.x`, `x.${text}`, `e30${text}`, `e30.${text}`]) {
      const start = performance.now();
      hideTokens(long, 2000);
      expect(performance.now() - start).toBeLessThan(2500);
    }
  });
});
