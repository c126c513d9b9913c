import { generate } from 'otplib';
import { User } from '../../src/modules/access/user.entity.js';
import { WorkRow } from '../../src/work/work-row.entity.js';
import { type TestApp, startApp } from '../support/app.js';
import { Authenticator, type CreationOptions } from '../support/authenticator.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import { eventually } from '../support/poll.js';
import { SmtpServer } from '../support/smtp-server.js';
import { pass } from '../support/time.js';

const PASSWORD = 'a quiet river';
const ORIGIN = 'https://admin.steward.test';
const PATIENCE_MS = 10_000;

describe('mails about an account', () => {
  const server = new SmtpServer();
  let steward: TestApp;
  let user: User;
  let serial = 0;
  beforeAll(async () => {
    await server.start();
    const env = { SMTP_URL: server.url, PUBLIC_URL: ORIGIN, API_PROXY_IPS: '127.0.0.1', REFRESH_REUSE: 'end' };
    steward = await startApp({ env });
  });
  afterAll(async () => {
    await steward.stop();
    await server.stop();
  });
  beforeEach(async () => {
    user = await steward.make.aUser({ email: `person-${++serial}@steward.test` });
    server.mails.length = 0;
  });

  /** The device that a person always uses. */
  const HOME = { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

  const login = (members: object = {}, headers: Record<string, string> = HOME) =>
    steward.client.tryLogin({ username: user.username, password: PASSWORD, ...members }, headers);
  const call = (method: string, path: string, token: string, body?: unknown) =>
    steward.client.call<Record<string, unknown>>(method, `/api/index/${path}`, { token, body, headers: HOME });

  /** The one mail that an act sends to its user. */
  async function mailOf(act: () => Promise<unknown>): Promise<string> {
    const before = server.mails.length;
    await act();
    await eventually(async () => server.mails.length > before, PATIENCE_MS);
    await eventually(async () => (await steward.db.manager.countBy(WorkRow, { state: 'waiting' })) === 0, PATIENCE_MS);
    expect(server.mails.length - before).toBe(1);
    const { to, text } = server.mails[before] ?? { to: [], text: '' };
    expect(to).toEqual([user.email]);
    return text;
  }

  it('say that a session was ended because its refresh token came again', async () => {
    const { refresh_token } = (await login()).body.data;
    expectSuccess(await steward.client.refresh(refresh_token));
    await pass(steward, 11_000);
    const text = await mailOf(async () => expectFailure(await steward.client.refresh(refresh_token)));
    expect(text).toContain('Subject: A session was ended');
    expect(text).toContain(`A session of the account ${user.username}`);
  });

  it('say that the password was changed, when and from where', async () => {
    const { access_token: token } = (await login()).body.data;
    const body = { oldPassword: PASSWORD, newPassword: 'another quiet river' };
    const text = await mailOf(async () => expectSuccess(await call('PUT', 'updatePassword', token, body)));
    expect(text).toContain('Subject: Your password was changed');
    expect(text).toContain(`The password of the account ${user.username} was changed.`);
    expect(text).toContain('198.51.100.7');
    expect(text).not.toContain('river');
  });

  it('are in the language of the request that caused them', async () => {
    const { access_token: token } = (await login()).body.data;
    const body = { oldPassword: PASSWORD, newPassword: 'another quiet river' };
    const headers = { ...HOME, 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' };
    const change = () => steward.client.call('PUT', '/api/index/updatePassword', { token, body, headers });
    expect(await mailOf(async () => expectSuccess(await change()))).toContain(`账号 ${user.username} 的密码已更改。`);
  });

  it('say that an administrator set another password', async () => {
    const { access_token: token } = await steward.client.login('admin', 'admin-password');
    const body = { id: user.id, password: 'another quiet river' };
    const text = await mailOf(async () =>
      expectSuccess(await steward.client.call('PUT', '/api/user/resetPassword', { token, body })),
    );
    expect(text).toContain('Subject: Your password was changed');
    expect(text).not.toContain('river');
  });

  it('say that a second step failed, once for many failures within a quarter of an hour', async () => {
    const { access_token: token } = (await login()).body.data;
    const { secret } = (await call('POST', 'addTotp', token)).body.data as { secret: string };
    const otp = await generate({ secret, epoch: Math.floor(steward.clock.now() / 1000) });
    await mailOf(async () => expectSuccess(await call('POST', 'confirmTotp', token, { otp })));
    const fail = async () => {
      for (let i = 0; i < 3; i++) expectFailure(await login({ otp: '000000' }));
    };
    const text = await mailOf(fail);
    expect(text).toContain('Subject: A login failed at its second step');
    expect(text).toContain('Firefox');
    await pass(steward, 15 * 60_000 + 1);
    await mailOf(fail);
  });

  it('say that a factor was added, a recovery code used, and the factor removed', async () => {
    const { access_token: token } = (await login()).body.data;
    const { secret } = (await call('POST', 'addTotp', token)).body.data as { secret: string };
    const otp = await generate({ secret, epoch: Math.floor(steward.clock.now() / 1000) });
    let codes: string[] = [];
    const added = await mailOf(async () => {
      codes = (await call('POST', 'confirmTotp', token, { otp })).body.data.recoveryCodes as string[];
    });
    expect(added).toContain('Subject: A second step was added');
    expect(added).toContain('Authenticator app');
    const used = await mailOf(async () => expectSuccess(await login({ otp: codes[0] })));
    expect(used).toContain('Subject: A recovery code was used');
    expect(used).toContain('9 are left');
    const removed = await mailOf(async () => expectSuccess(await call('DELETE', 'removeTotp', token)));
    expect(removed).toContain('Subject: A second step was removed');
    for (const secretText of [secret, ...codes])
      expect(server.mails.map(({ text }) => text).join()).not.toContain(secretText);
  });

  it('say that a passkey was added and removed', async () => {
    const { access_token: token } = (await login()).body.data;
    const begun = (await call('POST', 'passkeyOptions', token)).body.data;
    const response = new Authenticator(ORIGIN).create(begun.options as CreationOptions);
    let id = 0;
    const added = await mailOf(async () => {
      const body = { requestId: begun.requestId, response, name: 'Laptop' };
      id = (await call('POST', 'addPasskey', token, body)).body.data.id as number;
    });
    expect(added).toContain('Subject: A second step was added');
    expect(added).toContain('Passkey “Laptop”');
    const removed = await mailOf(async () => expectSuccess(await call('DELETE', `removePasskey/${id}`, token)));
    expect(removed).toContain('Subject: A second step was removed');
    expect(removed).toContain('Passkey “Laptop”');
  });

  it('say that an API token was made and revoked, and never what it is', async () => {
    const role = await steward.make.aRole();
    const menus = await steward.make.menus([{ permission: 'sys:role:page' }]);
    await steward.make.grant(role, ...menus);
    await steward.make.assign(user, role);
    const { access_token: token } = (await login()).body.data;
    const expiresAt = new Date(steward.clock.now() + 86_400_000).toISOString();
    let made = { id: 0, token: '' };
    const added = await mailOf(async () => {
      const body = { name: 'Nightly import', scopes: ['sys:role:page'], expiresAt };
      made = (await call('POST', 'addToken', token, body)).body.data as typeof made;
    });
    expect(added).toContain('Subject: An API token was added');
    expect(added).toContain('Nightly import');
    expect(made.token).toMatch(/^stw_/);
    expect(added).not.toContain(made.token.slice(-43));
    const revoked = await mailOf(() => call('DELETE', `revokeToken/${made.id}`, token));
    expect(revoked).toContain('Subject: An API token was revoked');
  });

  it('say of a login from a new device, but not of the first one ever, nor of one that is known', async () => {
    expectSuccess(await login());
    await pass(steward, 60_000);
    expectSuccess(await login());
    const abroad = { ...HOME, 'x-forwarded-for': '203.0.113.9' };
    const text = await mailOf(async () => expectSuccess(await login({}, abroad)));
    expect(text).toContain('Subject: Login from a new device');
    expect(text).toContain('203.0.113.9');
    expect(text).toContain('Firefox');
    expectSuccess(await login({}, abroad));
    expect(await steward.db.manager.countBy(WorkRow, { state: 'waiting' })).toBe(0);
    expect(server.mails).toHaveLength(1);
  });

  it('are not written to a user without an address', async () => {
    await steward.db.manager.update(User, { id: user.id }, { email: '' });
    const { access_token: token } = (await login()).body.data;
    const rows = await steward.db.manager.count(WorkRow);
    const body = { oldPassword: PASSWORD, newPassword: 'another quiet river' };
    expectSuccess(await call('PUT', 'updatePassword', token, body));
    expect(await steward.db.manager.count(WorkRow)).toBe(rows);
  });
});
