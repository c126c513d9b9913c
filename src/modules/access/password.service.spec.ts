import bcrypt from 'bcrypt';
import { PasswordService } from './password.service.js';

const hash = (text: string) => bcrypt.hashSync(text, 4);

describe('passwords', () => {
  const passwords = new PasswordService();

  it('are hashed over password and a salt of 8 hex characters', async () => {
    const { password, salt } = await passwords.hash('secret');
    expect(salt).toMatch(/^[0-9a-f]{8}$/);
    expect(bcrypt.compareSync(`secret${salt}`, password)).toBe(true);
    expect(bcrypt.getRounds(password)).toBe(10);
    expect(await passwords.check('secret', password, salt)).toBe('match');
  });

  it('are refused with a NUL, where bcrypt stops reading', async () => {
    await expect(passwords.hash('nul\0')).rejects.toThrow('password must not');
  });

  it.each(['x'.repeat(64), 'x'.repeat(65), 'é'.repeat(40), '😀'.repeat(64)])(
    'count to the last character, however long: %.3s…',
    async (text) => {
      const { password, salt } = await passwords.hash(text);
      expect(password.startsWith('h1:')).toBe(Buffer.byteLength(text) > 64);
      expect(password.length).toBeLessThanOrEqual(255);
      expect(await passwords.check(text, password, salt)).toBe('match');
      expect(await passwords.check(`${text.slice(0, -2)}yy`, password, salt)).toBe('mismatch');
      expect(await passwords.check(`${text}x`, password, salt)).toBe('mismatch');
    },
  );

  it.each([
    ['bcrypt over password and salt', 'secret', hash('secretab'), 'ab', 'match'],
    ['a wrong password', 'Secret', hash('secretab'), 'ab', 'mismatch'],
    ['the name that PHP gives to bcrypt', 'secret', hash('secretab').replace('$2b$', '$2y$'), 'ab', 'match'],
    ['bcrypt over the password alone', 'secret', hash('secret'), '', 'match'],
    ['the hash itself as password', hash('secret'), hash('secret'), '', 'mismatch'],
    ['plain text without a salt', 'secret', 'secret', '', 'match'],
    ['plain text that differs', 'secret', 'secrets', '', 'mismatch'],
    ['plain text with a salt', 'secret', 'secret', 'ab', 'mismatch'],
    ['an empty stored value', '', '', '', 'mismatch'],
    ['md5', 'admin', '21232f297a57a5a743894a0e4a801fc3', '', 'legacy'],
    [
      'md5 with a salt, typed as it is stored',
      '21232F297A57A5A743894A0E4A801FC3',
      '21232F297A57A5A743894A0E4A801FC3',
      'ab',
      'legacy',
    ],
    ['NUL', 'secret\0x', 'secret\0x', '', 'mismatch'],
    ['73 bytes', 'x'.repeat(73), hash('x'.repeat(72)), '', 'mismatch'],
    ['73 bytes with the salt', 'x'.repeat(71), hash(`${'x'.repeat(71)}ab`), 'ab', 'mismatch'],
  ])('%s', async (_name, typed, stored, salt, expected) => {
    expect(await passwords.check(typed, stored, salt)).toBe(expected);
  });
});
