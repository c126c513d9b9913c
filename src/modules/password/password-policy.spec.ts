import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PasswordPolicy, type PasswordSettings } from './password-policy.js';

/** A service for breached passwords, with the answer that a test gives it. */
class Breaches {
  readonly asked: { url?: string; padding?: string | string[] }[] = [];
  answer: { status: number; text: string; after?: number } = { status: 200, text: '' };
  private server: Server;

  async start(): Promise<string> {
    this.server = createServer((request, response) => {
      this.asked.push({ url: request.url, padding: request.headers['add-padding'] });
      const { status, text, after = 0 } = this.answer;
      setTimeout(() => response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(text), after);
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

describe('the policy for new passwords', () => {
  const warnings: unknown[] = [];
  afterEach(() => void warnings.splice(0));

  async function refusal(
    password: string,
    words: string[] = [],
    settings: Partial<PasswordSettings> = {},
  ): Promise<string | undefined> {
    const policy = new PasswordPolicy(
      { passwordMin: 8, passwordWords: [], breachUrl: 'offline', ...settings },
      (error) => warnings.push(error),
    );
    const refused = await policy.refusal(password, words, 'password');
    expect(refused?.code ?? 1018).toBe(1018);
    return refused?.fault?.reason;
  }

  it.each([
    ['seven characters', '7 chars', 'minLength'],
    ['seven emojis, of 28 bytes', '😀'.repeat(7), 'minLength'],
    ['a common password', 'password1', 'commonPassword'],
    ['a common password in another case', 'PassWord1', 'commonPassword'],
    ['a passphrase', 'correct horse battery', undefined],
    ['letters alone', 'vgqkjzxwpb', undefined],
    ['blanks at both ends', '  a river ', undefined],
  ])('judges %s', async (_case, password, reason) => {
    expect(await refusal(password)).toBe(reason);
  });

  it.each([
    ['admin-12345', undefined],
    ['admin-1234', 'contextPassword'],
    ['ADMIN-1234', 'contextPassword'],
    ['adminadmin', 'contextPassword'],
    ['12Lovelace34', 'contextPassword'],
    ['ada-Lovelace', 'contextPassword'],
    ['steward2026', 'contextPassword'],
    ['Acme2026!', 'contextPassword'],
    ['4cme2026', undefined],
    // "al" is too short to count.
    ['al-river', undefined],
  ])('judges %s by what surrounds it', async (password, reason) => {
    expect(await refusal(password, ['admin', 'Ada', 'Lovelace', 'al', ''], { passwordWords: ['acme'] })).toBe(reason);
  });

  it('asks for as many characters as the settings say', async () => {
    const settings = { passwordMin: 15 };
    expect(await refusal('fourteen chars', [], settings)).toBe('minLength');
    expect(await refusal('fifteen  chars!', [], settings)).toBeUndefined();
  });

  describe('asks a service that knows breaches', () => {
    const password = 'a quiet river';
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    let breaches: Breaches;
    let breachUrl: string;
    beforeEach(async () => {
      breaches = new Breaches();
      breachUrl = await breaches.start();
    });
    afterEach(() => breaches.stop());

    it('and sends it five digits of the digest alone', async () => {
      await refusal(password, [], { breachUrl });
      expect(breaches.asked).toEqual([{ url: `/range/${digest.slice(0, 5)}`, padding: 'true' }]);
    });

    it.each([
      ['a hit', `${'0'.repeat(35)}:4\r\n${digest.slice(5)}:12`, 'breachedPassword'],
      ['padding', `${digest.slice(5)}:0`, undefined],
      ['others alone', `${'0'.repeat(35)}:4`, undefined],
    ])('whose answer is %s', async (_case, text, reason) => {
      breaches.answer = { status: 200, text };
      expect(await refusal(password, [], { breachUrl })).toBe(reason);
      expect(warnings).toEqual([]);
    });

    it.each([
      ['fails', { status: 503, text: '' }],
      ['leads elsewhere', { status: 302, text: '' }],
      ['hangs', { status: 200, text: '', after: 3000 }],
    ])('and accepts the password with a warning where it %s', async (_case, answer) => {
      breaches.answer = answer;
      expect(await refusal(password, [], { breachUrl })).toBeUndefined();
      expect(warnings).toHaveLength(1);
    });
  });
});
