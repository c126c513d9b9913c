import { User } from '../../src/modules/access/user.entity.js';
import { MAIL_TEMPLATES } from '../../src/modules/mail/mail-templates.js';
import { mailsTo } from '../support/account-links.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import { SmtpServer } from '../support/smtp-server.js';

interface Preview {
  name: string;
  language: string;
  subject: string;
  text: string;
  html: string;
}

describe('the mails that the service sends', () => {
  const server = new SmtpServer();
  let steward: TestApp;
  let admin: string;
  beforeAll(async () => {
    await server.start();
    steward = await startApp({ env: { SMTP_URL: server.url, PUBLIC_URL: 'https://id.test' } });
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(async () => {
    await steward.stop();
    await server.stop();
  });

  const send = (body: object) => steward.client.call('POST', '/api/mail/test', { token: admin, body });
  const setAddress = (values: Partial<User>) => steward.db.manager.update(User, { username: 'admin' }, values);

  it('can be looked at, each in each language, with a link that leads nowhere', async () => {
    const answer = await steward.client.get<Preview[]>('/api/mail/preview', admin);
    expectSuccess(answer);
    const mails = answer.body.data;
    expect(mails.map(({ name, language }) => `${name} ${language}`)).toEqual(
      Object.keys(MAIL_TEMPLATES).flatMap((name) => [`${name} en`, `${name} zh`]),
    );
    const reset = mails.find(({ name, language }) => name === 'resetLink' && language === 'zh');
    expect(reset).toMatchObject({ subject: '重置您的密码', html: expect.stringContaining('lang="zh"') as string });
    const [, token = ''] = /https:\/\/id\.test\/console\/link#(\S{43})/.exec(reset?.text ?? '') ?? [];
    expectFailure(await steward.client.post('/api/password/link', { token }));
  });

  it('can be sent to oneself, at a confirmed address, in the language that is asked for', async () => {
    const body = { name: 'invitation', language: 'zh' };
    expectNamed(await send(body), 'no confirmed e-mail address');
    await setAddress({ email: 'admin@steward.test', emailVerifiedAt: null });
    expectNamed(await send(body), 'no confirmed e-mail address');
    await setAddress({ emailVerifiedAt: new Date() });
    expectSuccess(await send(body));
    const [text = '', ...others] = await mailsTo(steward, server, 'admin@steward.test');
    expect(text).toContain('已为您创建账号 alice');
    expect(others).toEqual([]);
  });

  it('are sent five times a minute at most, and by their names alone', async () => {
    for (const body of [{}, { name: 'constructor', language: 'en' }, { name: 'invitation', language: 'de' }]) {
      expectFailure(await send(body));
    }
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await send({ name: 'newDevice', language: 'en' }));
    expectFailure(answers.at(-1) as never, 429);
  });

  it('are not sent without a mail server', async () => {
    const without = await startApp({});
    const { access_token: token } = await without.client.login('admin', ADMIN_PASSWORD);
    const body = { name: 'newDevice', language: 'en' };
    expectNamed(await without.client.call('POST', '/api/mail/test', { token, body }), 'SMTP_URL');
    await without.stop();
  });
});
