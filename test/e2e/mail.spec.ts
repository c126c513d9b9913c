import { transact } from '../../src/database/transaction.js';
import { Mail, type MailRequest } from '../../src/modules/mail/mail.service.js';
import { WorkRow } from '../../src/work/work-row.entity.js';
import { WorkRunner } from '../../src/work/work-runner.js';
import { WorkTable } from '../../src/work/work-table.js';
import { type TestApp, startApp } from '../support/app.js';
import { recordLog } from '../support/log.js';
import { eventually } from '../support/poll.js';
import { SmtpServer } from '../support/smtp-server.js';
import { workOf } from '../support/test-work.js';

const PATIENCE_MS = 10_000;
const LINK = 'https://steward.test/console/link#Zq-0123456789_abcdefghijklmnopqrstuvwxyzABCD';

const RESET: MailRequest = {
  to: 'anna@steward.test',
  template: 'resetLink',
  values: { username: 'anna <b>', link: LINK, expires: new Date('2026-11-26T08:30:00Z') },
};

describe('a mail', () => {
  const server = new SmtpServer();
  let steward: TestApp;

  beforeAll(async () => {
    await server.start();
    steward = await startApp({ env: { SMTP_URL: server.url, SMTP_FROM: 'Steward <no-reply@steward.test>' } });
  });
  afterAll(async () => {
    await steward.stop();
    await server.stop();
  });
  afterEach(async () => {
    [server.hangs, server.mails.length] = [false, 0];
    server.refused.clear();
    await steward.db.manager.deleteAll(WorkRow);
  });

  const send = (request: MailRequest, { app, db } = steward) =>
    transact(db.manager, undefined, (change) => app.get(Mail).send(request, change, { tenantId: 5, createdBy: 6 }));
  const onlyRow = async () => {
    const [{ id = 0 } = {}] = await steward.db.manager.find(WorkRow);
    return workOf(steward, id);
  };
  const isIn = (state: string) => eventually(async () => (await onlyRow()).state === state, PATIENCE_MS);

  it('may have a template of a module, in the language that is asked for', async () => {
    const template = {
      en: { subject: 'Booking of {machine}', lines: ['Dear {customer}', '{link}'] },
      zh: { subject: '预订 {machine}', lines: ['{customer}，您好', '{link}'] },
    };
    const values = { machine: 'digger 7', customer: 'Anna & Co', link: 'https://steward.test/b/7' };
    await send({ to: 'anna@steward.test', template, values });
    await isIn('done');
    const [{ text } = { text: '' }] = server.mails;
    expect(text).toContain('Subject: Booking of digger 7');
    expect(text).toContain('<p>Dear Anna &amp; Co</p>');
    expect(text).toContain('<a href="https://steward.test/b/7">');
    await steward.db.manager.deleteAll(WorkRow);
    await send({ to: 'anna@steward.test', template, values, language: 'zh-CN' });
    await eventually(() => Promise.resolve(server.mails.length === 2), PATIENCE_MS);
    expect(server.mails[1]?.text).toContain('Anna &amp; Co，您好');
    await expect(send({ to: 'anna@steward.test', template, values: { machine: 'x' } })).rejects.toThrow(
      'The mail “Booking of {machine}” lacks the value customer',
    );
  });

  it('is sent after the commit, as text and as HTML', async () => {
    expect(await send(RESET)).toBe(true);
    await isIn('done');
    expect(server.mails).toHaveLength(1);
    const [{ to, text } = { to: [], text: '' }] = server.mails;
    expect(to).toEqual(['anna@steward.test']);
    expect(text).toContain('From: Steward <no-reply@steward.test>');
    expect(text).toContain('To: anna@steward.test');
    expect(text).toContain('Subject: Reset your password');
    expect(text).toContain('set for the account anna <b>, once and until 2026-11-26 08:30 UTC');
    expect(text).toContain('anna &lt;b&gt;');
    expect(text).toContain(`<a href="${LINK}">`);
    expect(await onlyRow()).toMatchObject({ kind: 'mail', tenantId: 5, createdBy: 6, data: '', maxAttempts: 5 });
  });

  it.each([
    ['zh-CN', '为账号 anna <b> 设置新密码'],
    ['zh', '为账号 anna <b> 设置新密码'],
    ['fr', 'set for the account anna <b>'],
    [undefined, 'set for the account anna <b>'],
  ])('is written in the language of its recipient: %s', async (language, part) => {
    await send({ ...RESET, language });
    await eventually(async () => server.mails.length === 1, PATIENCE_MS);
    expect(server.mails[0]?.text).toContain(part);
  });

  it('is not sent where the transaction is rolled back', async () => {
    const change = transact(steward.db.manager, undefined, async (transaction) => {
      await steward.app.get(Mail).send(RESET, transaction);
      throw new Error('changed my mind');
    });
    await expect(change).rejects.toThrow('changed my mind');
    expect(await steward.db.manager.count(WorkRow)).toBe(0);
    expect(server.mails).toEqual([]);
  });

  it.each(['', 'nobody', 'a@b.test, c@d.test', 'a@b.test\r\nBcc: c@d.test', '<a@b.test>'])(
    'is not queued for %j, which is no address',
    async (to) => {
      expect(await send({ ...RESET, to })).toBe(false);
      expect(await steward.db.manager.count(WorkRow)).toBe(0);
    },
  );

  it('waits for a server that is away, without its link in the database or the log', async () => {
    const lines = recordLog(steward.app);
    await server.stop();
    const begun = performance.now();
    await send(RESET);
    expect(performance.now() - begun).toBeLessThan(1000);
    await eventually(async () => (await onlyRow()).error !== '', PATIENCE_MS);
    const row = await onlyRow();
    expect(row).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(row.error).toMatch(/^The mail server could not be used: E\w+$/);
    expect(row.data).toMatch(/^v1\./);
    expect(JSON.stringify([row, lines])).not.toMatch(/Zq-0123|anna/);

    await server.start();
    await steward.app.get(WorkTable).update({ id: row.id }, { nextAt: () => steward.app.get(WorkTable).now });
    steward.app.get(WorkRunner).wake();
    await isIn('done');
    expect(server.mails).toHaveLength(1);
  });

  it('to an address that the server refuses for good has failed, and holds up no other', async () => {
    server.refused.set('gone@steward.test', '550 gone@steward.test does not exist');
    await send({ ...RESET, to: 'gone@steward.test' });
    await isIn('failed');
    expect(await onlyRow()).toMatchObject({ attempts: 1, error: 'The mail server refused the mail: 550' });
    await send(RESET);
    await eventually(async () => server.mails.length === 1, PATIENCE_MS);
  });

  it('to an address that the server refuses for now is tried again', async () => {
    server.refused.set('full@steward.test', '452 try later');
    await send({ ...RESET, to: 'full@steward.test' });
    await eventually(async () => (await onlyRow()).error !== '', PATIENCE_MS);
    expect(await onlyRow()).toMatchObject({ state: 'waiting', error: expect.stringContaining('452') as string });
  });

  it('lets a change, and a stop, go on while the server hangs', async () => {
    server.hangs = true;
    const other = await startApp({ storage: steward.storage, env: { SMTP_URL: server.url } });
    const before = server.connections;
    const begun = performance.now();
    await send(RESET, other);
    expect(performance.now() - begun).toBeLessThan(1000);
    await eventually(async () => server.connections > before, PATIENCE_MS);
    await other.stop();
    expect(performance.now() - begun).toBeLessThan(9000);
  });
});

describe('without a mail server', () => {
  it('no mail is queued', async () => {
    const steward = await startApp();
    try {
      expect(steward.app.get(Mail).enabled).toBe(false);
      const sent = await transact(steward.db.manager, undefined, (change) => steward.app.get(Mail).send(RESET, change));
      expect(sent).toBe(false);
      expect(await steward.db.manager.count(WorkRow)).toBe(0);
    } finally {
      await steward.stop();
    }
  });
});
