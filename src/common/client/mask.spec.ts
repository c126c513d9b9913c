import { cut, maskedLogin } from './mask.js';

describe('masked parameters', () => {
  it('hide secrets at any depth and keep the rest as it was sent', () => {
    const body = {
      username: 'admin',
      password: 'p',
      code: 'abcd',
      key: 'captcha-key',
      list: [{ newPassword: 'q', refresh_token: 'r', clientSecret: 's' }],
    };
    expect(JSON.parse(maskedLogin(body, 2000))).toEqual({
      username: 'admin',
      password: '***',
      code: '***',
      key: 'captcha-key',
      list: [{ newPassword: '***', refresh_token: '***', clientSecret: '***' }],
    });
  });

  it('hide a secret whatever its type', () => {
    expect(maskedLogin({ password: { nested: 'p' } }, 2000)).toBe('{"password":"***"}');
  });

  it.each([['text'], [['a', 'list']], [null], [undefined], [7]])(
    'say nothing of a body that is no object: %p',
    (body) => {
      expect(maskedLogin(body, 2000)).toBe('{}');
    },
  );

  it('are cut to the column', () => {
    expect(maskedLogin({ username: 'x'.repeat(5000) }, 2000)).toHaveLength(2000);
  });

  it('are never cut in the middle of a character', () => {
    expect(cut('ab😀', 3)).toBe('ab\ufffd');
  });
});
