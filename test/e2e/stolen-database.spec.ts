import { randomBytes } from 'node:crypto';
import { generate } from 'otplib';
import { tokenOf } from '../support/account-links.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectSuccess } from '../support/checks.js';
import { eventually } from '../support/poll.js';
import { allRowTexts } from '../support/rows.js';
import { newStorage } from '../support/services.js';
import { SmtpServer } from '../support/smtp-server.js';
import { pass } from '../support/time.js';

const PASSWORD = 'a quiet river';
const NEW_PASSWORD = 'another calm lake';
const newKey = () => randomBytes(32).toString('base64');

interface Pair {
  access_token: string;
  refresh_token: string;
}

describe('a stolen database', () => {
  const server = new SmtpServer();
  let steward: TestApp;
  let admin: string;
  beforeAll(async () => {
    // Mails wait in the database, because the server never answers.
    server.hangs = true;
    await server.start();
    const env = { SMTP_URL: server.url, PUBLIC_URL: 'https://id.test', BYPASS_CODE: 'let-me-in' };
    steward = await startApp({ env });
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(async () => {
    await server.stop();
    await steward.stop();
  });

  const call = async <T>(method: string, path: string, token: string, body?: object): Promise<T> => {
    const answer = await steward.client.call<T>(method, path, { token, body });
    expectSuccess(answer);
    return answer.body.data;
  };

  it('holds no password, seed, code, link, token or mail that could be used', async () => {
    const user = await steward.make.aUser({ email: 'person@steward.test', emailVerifiedAt: new Date() });
    const pair: Pair = await steward.client.login(user.username, PASSWORD);
    const pending = await call<{ secret: string }>('POST', '/api/index/addTotp', pair.access_token);
    const { recoveryCodes } = await call<{ recoveryCodes: string[] }>(
      'POST',
      '/api/index/confirmTotp',
      pair.access_token,
      { otp: await generate({ secret: pending.secret, epoch: Math.floor(steward.clock.now() / 1000) }) },
    );
    const challenge = await steward.client.tryLogin({ username: user.username, password: PASSWORD });
    const other = await steward.make.aUser({ email: 'other@steward.test', emailVerifiedAt: new Date() });
    const seed = (
      await call<{ secret: string }>('POST', '/api/index/addTotp', (await login(other.username)).access_token)
    ).secret;
    const reset = await call<{ url: string }>('POST', '/api/user/resetLink', admin, { id: other.id });
    const invited = await call<{ url: string }>('POST', '/api/user/invite', admin, {
      username: 'invited',
      email: 'invited@steward.test',
    });
    await login(user.username, recoveryCodes[0]);
    await steward.client.post('/api/password/forgot', { username: user.username, key: '', code: 'let-me-in' });
    const second = await steward.make.aUser();
    await call('PUT', '/api/index/updatePassword', (await login(second.username)).access_token, {
      oldPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    });
    await eventually(() => Promise.resolve(server.connections > 0), 10_000);

    const stored = (await allRowTexts(steward.db)).join('\n');
    const secrets = {
      password: PASSWORD,
      'new password': NEW_PASSWORD,
      'administrator password': ADMIN_PASSWORD,
      seed: pending.secret,
      'pending seed': seed,
      ...Object.fromEntries(recoveryCodes.map((code, i) => [`recovery code ${i}`, code])),
      'reset link': tokenOf(reset.url),
      invitation: tokenOf(invited.url),
      'access token': pair.access_token,
      'refresh token': pair.refresh_token,
      challenge: challenge.headers.get('x-login-challenge') ?? '',
      'text of a mail': 'A new password can be set',
      'link of a mail': 'https://id.test/console/link',
    };
    expect(Object.values(secrets).every((secret) => secret.length > 8)).toBe(true);
    expect(Object.entries(secrets).filter(([, secret]) => stored.includes(secret))).toEqual([]);
    // The rows that hold them are there.
    expect(stored).toContain('invited@steward.test');
    expect(stored).toMatch(/v1\.[\w+/=-]+\.[\w+/=-]+/);
  });

  async function login(username: string, otp?: string): Promise<Pair> {
    const answer = await steward.client.tryLogin({ username, password: PASSWORD, otp });
    expectSuccess(answer);
    return answer.body.data;
  }
});

describe('a data key that half of the instances have changed', () => {
  it('opens seeds on all of them, whichever encrypted them', async () => {
    const storage = await newStorage();
    const [old, next] = [newKey(), newKey()];
    const first = await startApp({ storage, env: { DATA_KEY: old, DATA_KEY_PREVIOUS: next } });
    const second = await startApp({ storage, env: { DATA_KEY: next, DATA_KEY_PREVIOUS: old }, clock: first.clock });
    try {
      for (const [sealing, opening] of [
        [first, second],
        [second, first],
      ] as const) {
        const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(first.clock.now() / 1000) });
        const { username } = await first.make.aUser();
        const { access_token: token } = await sealing.client.login(username, PASSWORD);
        const { secret } = (await sealing.client.call<{ secret: string }>('POST', '/api/index/addTotp', { token })).body
          .data;
        const body = { otp: await codeOf(secret) };
        expectSuccess(await sealing.client.call('POST', '/api/index/confirmTotp', { token, body }));
        await pass(first, 31_000);
        expectSuccess(await opening.client.tryLogin({ username, password: PASSWORD, otp: await codeOf(secret) }));
      }
    } finally {
      await second.stop();
      await first.stop();
      await storage.remove();
    }
  });
});
