import { randomBytes } from 'node:crypto';
import { AppError } from '../../core/app.error.js';
import { DataCipher, DataKeyError } from './data-cipher.js';

const TEXT = 'JBSWY3DPEHPK3PXP 秘密';

describe('the data cipher', () => {
  const key = randomBytes(32);
  const cipher = new DataCipher(key);

  it('decrypts for the same place what it encrypted, in four parts', () => {
    const stored = cipher.encrypt(TEXT, 'totp:secret:7');
    expect(stored).toMatch(/^v1\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/);
    expect(stored).not.toContain('JBSWY3');
    expect(cipher.decrypt(stored, 'totp:secret:7')).toBe(TEXT);
    expect(cipher.encrypt(TEXT, 'totp:secret:7')).not.toBe(stored);
  });

  it.each(['', 'x'.repeat(256 * 1024)])('takes a text of any length', (text) => {
    expect(cipher.decrypt(cipher.encrypt(text, 'work:data:1'), 'work:data:1')).toBe(text);
  });

  it.each(['totp:secret:8', 'totp:other:7', 'sso_provider:secret:7'] as const)(
    'does not decrypt it for %s',
    (place) => {
      const stored = cipher.encrypt(TEXT, 'totp:secret:7');
      expect(() => cipher.decrypt(stored, place)).toThrow(DataKeyError);
    },
  );

  it('does not decrypt with another key, and fails with code 1 that names the setting', () => {
    const stored = cipher.encrypt(TEXT, 'totp:secret:7');
    const failure = failureOf(() => new DataCipher(randomBytes(32)).decrypt(stored, 'totp:secret:7'));
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ code: 1, status: 200, reason: 'DATA_KEY does not fit totp:secret:7' });
    expect(failure.message).toContain('DATA_KEY');
  });

  it('decrypts with the previous key too, and says which values still need it', () => {
    const stored = cipher.encrypt(TEXT, 'totp:secret:7');
    const rotated = new DataCipher(randomBytes(32), key);
    expect(rotated.decrypt(stored, 'totp:secret:7')).toBe(TEXT);
    expect(rotated.isCurrent(stored, 'totp:secret:7')).toBe(false);
    const again = rotated.encrypt(TEXT, 'totp:secret:7');
    expect(rotated.isCurrent(again, 'totp:secret:7')).toBe(true);
    expect(() => cipher.decrypt(again, 'totp:secret:7')).toThrow(DataKeyError);
  });

  it('notices a change of any part', () => {
    const parts = cipher.encrypt(TEXT, 'totp:secret:7').split('.');
    for (const at of parts.keys()) {
      const changed = parts.with(at, flipped(parts[at] ?? '')).join('.');
      expect(() => cipher.decrypt(changed, 'totp:secret:7')).toThrow(DataKeyError);
    }
  });

  it('takes no tag that was shortened', () => {
    const [version, iv, tag = '', text] = cipher.encrypt(TEXT, 'totp:secret:7').split('.');
    const short = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url');
    expect(() => cipher.decrypt([version, iv, short, text].join('.'), 'totp:secret:7')).toThrow(DataKeyError);
  });

  it.each(['', 'v1', 'v1...', 'v2.a.b.c', TEXT, 'v1.a.b.c.d'])('refuses %j, which it never wrote', (stored) => {
    expect(() => cipher.decrypt(stored, 'totp:secret:7')).toThrow(DataKeyError);
  });

  it('fails without a key, and names the setting', () => {
    const keyless = new DataCipher(undefined);
    expect(failureOf(() => keyless.encrypt(TEXT, 'totp:secret:7')).message).toContain('DATA_KEY');
    const stored = cipher.encrypt(TEXT, 'totp:secret:7');
    expect(failureOf(() => keyless.decrypt(stored, 'totp:secret:7')).message).toContain('DATA_KEY');
  });
});

/** Another text, which differs in its first character. */
function flipped(text: string): string {
  return (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
}

function failureOf(call: () => unknown): Error {
  try {
    call();
  } catch (error) {
    return error as Error;
  }
  throw new Error('did not fail');
}
