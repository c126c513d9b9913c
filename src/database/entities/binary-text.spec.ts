import { bytesOfText, textOfBytes } from './binary-text.js';

describe('bytes as text', () => {
  it.each([
    ['ASCII', Buffer.from('Main_Page'), 'Main_Page'],
    ['UTF-8', Buffer.from('Größe 名称 😀\t\n'), 'Größe 名称 😀\t\n'],
    ['nothing', Buffer.alloc(0), ''],
    ['a byte order mark', Buffer.from('\ufeffa'), '\ufeffa'],
    ['bytes that are no text', Buffer.from([0xff, 0, 0xfe]), 'base64url:_wD-'],
    ['a control character', Buffer.from([97, 0]), 'base64url:YQA'],
    ['half a character', Buffer.from('ö').subarray(0, 1), 'base64url:ww'],
    ['text that looks like other bytes', Buffer.from('base64url:_wD-'), 'base64url:YmFzZTY0dXJsOl93RC0'],
  ])('write %s so that they can be read again', (_name, bytes, text) => {
    expect(textOfBytes(bytes)).toBe(text);
    expect(bytesOfText(text)).toEqual(bytes);
  });

  it.each(['base64url:YWJj', 'base64url:!', 'base64url:_wD', 'a\u0000', '\ud800'])('are not written as %j', (text) => {
    expect(bytesOfText(text)).toBeUndefined();
  });
});
