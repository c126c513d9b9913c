import { User } from '../../src/modules/access/user.entity.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { SecurityEvent } from '../../src/logs/security-event/security-event.entity.js';
import { mailsTo, tokenOf } from '../support/account-links.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectData, expectFailure, expectSuccess } from '../support/checks.js';
import { SmtpServer } from '../support/smtp-server.js';

const PASSWORD = 'a quiet river';
const BYPASS = 'insecure-bypass';

describe('an e-mail address', () => {
  const server = new SmtpServer();
  let steward: TestApp;
  let admin: string;
  let serial = 0;
  beforeAll(async () => {
    await server.start();
    steward = await startApp({ env: { SMTP_URL: server.url, BYPASS_CODE: BYPASS } });
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(async () => {
    await steward.stop();
    await server.stop();
  });

  const anAddress = () => `address-${++serial}@steward.test`;
  const aPerson = () => steward.make.aUser({ email: anAddress(), emailVerifiedAt: new Date() });
  const verifiedAt = async (id: number) => {
    const select = { id: true, emailVerifiedAt: true };
    return (await steward.db.manager.findOneOrFail(User, { where: { id }, select })).emailVerifiedAt;
  };
  const confirm = (token: string) => steward.client.post('/api/email/confirm', { token });
  const loginOf = async ({ username }: User) => (await steward.client.login(username, PASSWORD)).access_token;
  const updateInfo = (token: string, body: object) =>
    steward.client.call('PUT', '/api/index/updateInfo', { token, body });
  const linksTo = async (address: string) =>
    (await mailsTo(steward, server, address)).filter((text) => /link#/.test(text));

  it('that a user changes has to be confirmed with a link, and both are told', async () => {
    const user = await aPerson();
    const token = await loginOf(user);
    const email = anAddress();
    expectSuccess(await updateInfo(token, { email }));
    expect(await verifiedAt(user.id)).toBeNull();
    const old = await mailsTo(steward, server, user.email);
    expect(old.map((text) => /Subject: (.*)\r/.exec(text)?.[1])).toEqual(['Your e-mail address was changed']);
    expect(old[0]).toContain(email);
    const [mail = ''] = await mailsTo(steward, server, email);
    expect(mail).toContain('Subject: Confirm your e-mail address');
    const link = tokenOf(mail);
    expect((await steward.client.post('/api/password/link', { token: link })).body.data).toMatchObject({
      kind: 'email',
      username: user.username,
      tenantName: 'Steward',
    });
    expectFailure(await steward.client.post('/api/password/reset', { token: link, password: 'another calm lake' }));
    expectData(await confirm(link), {});
    expect(await verifiedAt(user.id)).toBeInstanceOf(Date);
    expectFailure(await confirm(link));
    const events = await steward.db.manager.findBy(SecurityEvent, { userId: user.id });
    expect(events.map(({ type, actorId }) => [type, actorId])).toEqual([['email.changed', user.id]]);
    const [row] = await steward.db.manager.find(OperationLog, { order: { id: 'DESC' }, take: 1 });
    expect(row).toMatchObject({ logType: 9, method: 'confirm', userId: user.id, username: user.username });
  });

  it('that is not confirmed is mailed no link that sets a password', async () => {
    const user = await aPerson();
    const email = anAddress();
    expectSuccess(await updateInfo(await loginOf(user), { email }));
    const forgot = () => steward.client.post('/api/password/forgot', { username: user.username, code: BYPASS });
    const [link = ''] = await linksTo(email);
    expectData(await forgot(), {});
    expect(await linksTo(email)).toHaveLength(1);
    expect(await linksTo(user.email)).toEqual([]);
    expectData(await confirm(tokenOf(link)), {});
    expectData(await forgot(), {});
    expect(await linksTo(email)).toHaveLength(2);
  });

  it('is confirmed by none but the newest link', async () => {
    const user = await aPerson();
    const token = await loginOf(user);
    const [first, second] = [anAddress(), anAddress()];
    expectSuccess(await updateInfo(token, { email: first }));
    const [old = ''] = await linksTo(first);
    expectSuccess(await updateInfo(token, { email: second }));
    expectFailure(await confirm(tokenOf(old)));
    expectSuccess(await updateInfo(token, { email: first }));
    expectFailure(await confirm(tokenOf(old)));
    expect(await verifiedAt(user.id)).toBeNull();
    expectData(await confirm(tokenOf((await linksTo(first)).at(-1) ?? '')), {});
  });

  it('stays confirmed where something else changes, and is not where it is removed', async () => {
    const user = await aPerson();
    const token = await loginOf(user);
    expectSuccess(await updateInfo(token, { realname: 'Somebody', email: user.email }));
    expect(await verifiedAt(user.id)).toBeInstanceOf(Date);
    expect(await mailsTo(steward, server, user.email)).toEqual([]);
    expectSuccess(await updateInfo(token, { email: '' }));
    expect(await verifiedAt(user.id)).toBeNull();
    expect(await mailsTo(steward, server, user.email)).toHaveLength(1);
  });

  it('that an administrator sets is confirmed, and both are told', async () => {
    const email = anAddress();
    const body = { username: `set-${++serial}`, password: PASSWORD, email };
    const { id } = (await steward.client.post<{ id: number }>('/api/user/add', body, { token: admin })).body.data;
    expect(await verifiedAt(id)).toBeInstanceOf(Date);
    expect(await mailsTo(steward, server, email)).toEqual([]);
    const update = (values: object) =>
      steward.client.call('PUT', '/api/user/update', { token: admin, body: { id, ...values } });
    const next = anAddress();
    expectSuccess(await update({ email: next }));
    expect(await verifiedAt(id)).toBeInstanceOf(Date);
    for (const address of [email, next]) {
      const mails = await mailsTo(steward, server, address);
      expect(mails.map((text) => /Subject: (.*)\r/.exec(text)?.[1])).toEqual(['Your e-mail address was changed']);
    }
    const token = (await steward.client.login(body.username, PASSWORD)).access_token;
    expectSuccess(await updateInfo(token, { email: anAddress() }));
    expectSuccess(await update({ realname: 'Unrelated' }));
    expect(await verifiedAt(id)).toBeNull();
    expectSuccess(await update({ email: '' }));
    expect(await verifiedAt(id)).toBeNull();
  });

  it('is changed without mails where there is no mail server', async () => {
    const other = await startApp();
    try {
      const user = await other.make.aUser({ email: anAddress(), emailVerifiedAt: new Date() });
      const { access_token: token } = await other.client.login(user.username, PASSWORD);
      const body = { email: anAddress() };
      expectSuccess(await other.client.call('PUT', '/api/index/updateInfo', { token, body }));
    } finally {
      await other.stop();
    }
  });
});
