import { KeyValueStore } from '../../src/kv/store/key-value.store.js';
import { type TestApp, startApp } from '../support/app.js';
import { atOnce, expectFailure, expectSuccess, tally } from '../support/checks.js';
import type { Answer } from '../support/client.js';
import { rowsOf } from '../support/login-rows.js';
import { pass } from '../support/time.js';

interface Captcha {
  key: string;
  image: string;
}

describe('captcha', () => {
  let steward: TestApp;
  let username: string;
  beforeAll(async () => {
    steward = await startApp({ env: { BYPASS_CODE: 'Open-Sesame' } });
    ({ username } = await steward.make.aUser());
  });
  afterAll(() => steward.stop());

  const draw = async () => (await steward.client.get<Captcha>('/api/captcha')).body.data;
  const answerTo = async (key: string) => String(await steward.app.get(KeyValueStore).get(`captcha:${key}`));
  const login = (body: object) => steward.client.tryLogin({ username, password: 'a quiet river', ...body });

  async function expectRefused(body: object, code = 1004) {
    const rows = await rowsOf(steward.db, async () => expectFailure(await login(body)));
    expect(rows.map(({ error }) => error.split(' ')[0])).toEqual([String(code)]);
  }

  async function aCaptcha() {
    const { key } = await draw();
    return { key, code: await answerTo(key) };
  }

  it('is drawn for everybody: a key and a PNG in base64', async () => {
    const answer = await steward.client.get<Captcha>('/api/captcha');
    expectSuccess(answer);
    expect(Object.keys(answer.body.data).sort()).toEqual(['image', 'key']);
    const [head, base64] = answer.body.data.image.split(',');
    expect(head).toBe('data:image/png;base64');
    const png = Buffer.from(base64 ?? '', 'base64');
    expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    expect(png.toString('base64')).toBe(base64);
  });

  it('has a key and an answer of its own each time', async () => {
    const drawn = await Promise.all(Array.from({ length: 20 }, aCaptcha));
    expect(new Set(drawn.map(({ key }) => key)).size).toBe(20);
    expect(new Set(drawn.map(({ code }) => code)).size).toBeGreaterThan(15);
  });

  it.each(['/api/login', '/api/oauth2/token', '/api/session'])('lets a right answer pass once at %s', async (path) => {
    const body = { grant_type: 'password', username, password: 'a quiet river', ...(await aCaptcha()) };
    expectSuccess(await steward.client.post(path, body));
    expectFailure(await steward.client.post(path, body));
    await expectRefused(body);
  });

  it('takes the answer in small letters', async () => {
    const { key, code } = await aCaptcha();
    expectSuccess(await login({ key, code: code.toLowerCase() }));
  });

  it.each<[string, object]>([
    ['a wrong answer', { code: 'nope' }],
    ['no answer', {}],
    ['an empty answer', { code: '' }],
    ['a null answer', { code: null }],
    ['the bypass code in other letters', { code: 'open-sesame' }],
    ['the bypass code and more', { code: 'Open-Sesame!' }],
  ])('is used up by %s', async (_case, wrong) => {
    const { key, code } = await aCaptcha();
    await expectRefused({ key, ...wrong });
    await expectRefused({ key, code });
  });

  it.each<[string, number, object]>([
    ['a wrong password', 1003, { password: 'wrong' }],
    ['an unknown user', 1001, { username: 'nobody-here' }],
    ['a username that is no string', 1, { username: 7 }],
    ['no password', 1, { password: undefined }],
    ['a tenant code that is no string', 1, { tenantCode: [] }],
  ])('is used up by %s beside the right answer', async (_case, error, wrong) => {
    const captcha = await aCaptcha();
    await expectRefused({ ...captcha, ...wrong }, error);
    await expectRefused(captcha);
  });

  it('is used up by an answer that is no string', async () => {
    const { key, code } = await aCaptcha();
    await expectRefused({ key, code: 1234 }, 1);
    await expectRefused({ key, code });
  });

  it('lets one of 20 simultaneous right answers pass', async () => {
    const captcha = await aCaptcha();
    const clients = Array.from({ length: 20 }, () => steward.client);
    const rows = await rowsOf(steward.db, () => atOnce(clients, () => login(captcha)));
    expect(tally(rows.map(({ error }) => error.split(' ')[0] || 'passed'))).toEqual({ passed: 1, 1004: 19 });
  });

  it('lives five minutes', async () => {
    const [early, late] = [await aCaptcha(), await aCaptcha()];
    await pass(steward, 295_000);
    expectSuccess(await login(early));
    await pass(steward, 5000);
    await expectRefused(late);
  });

  it.each([undefined, null, ''])('is not asked for where the key is %j', async (key) => {
    expectSuccess(await login({ key }));
    expectSuccess(await login({ key, code: 'whatever' }));
  });

  it('is refused under a key that was never handed out', async () => {
    await expectRefused({ key: 'no-such-key', code: 'ABCD' });
    const { code } = await aCaptcha();
    await expectRefused({ key: 'no-such-key', code });
    await expectRefused({ key: 'generation', code: 'ABCD' });
  });

  it('is left alone by the bypass code', async () => {
    const { key, code } = await aCaptcha();
    expectSuccess(await login({ key, code: 'Open-Sesame' }));
    expectSuccess(await login({ key: 'no-such-key', code: 'Open-Sesame' }));
    expectSuccess(await login({ key, code }));
  });

  it('stays needed while the bypass code is not right about the password', async () => {
    const { key } = await aCaptcha();
    await expectRefused({ key, code: 'Open-Sesame', password: 'wrong' }, 1003);
  });
});

describe('captcha without a bypass code', () => {
  let steward: TestApp;
  beforeAll(async () => {
    steward = await startApp();
  });
  afterAll(() => steward.stop());

  it.each(['', null, undefined])('is not skipped by the code %j', async (code) => {
    const { username } = await steward.make.aUser();
    const { key } = (await steward.client.get<Captcha>('/api/captcha')).body.data;
    const rows = await rowsOf(steward.db, async () =>
      expectFailure(await steward.client.tryLogin({ username, password: 'a quiet river', key, code })),
    );
    expect(rows.map(({ error }) => error)).toEqual([expect.stringMatching(/^1004 /)]);
  });
});

describe('captcha limit', () => {
  let steward: TestApp;
  beforeAll(async () => {
    // Drawing 60 at once takes a busy machine longer than the service has patience.
    steward = await startApp({
      env: { CAPTCHA_LIMIT: undefined, API_PROXY_IPS: '127.0.0.1' },
      limits: { patience: 20_000, eventLoopDelay: 0 },
    });
  });
  beforeEach(() => pass(steward, 60_000));
  afterAll(() => steward.stop());

  const draw = (from: string) => steward.client.get('/api/captcha', undefined, { 'x-forwarded-for': from });

  it('lets 60 of 80 simultaneous calls of an address pass', async () => {
    const answers = await Promise.all(Array.from({ length: 80 }, () => draw('203.0.113.9')));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 60, 429: 20 });
    const refused = answers.find(({ status }) => status === 429) as Answer<unknown>;
    expectFailure(refused, 429);
    expect(refused.body.msg).toContain('captcha');
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expectSuccess(await draw('203.0.113.10'));
    await pass(steward, 60_000);
    expectSuccess(await draw('203.0.113.9'));
  });

  it('is one for an IPv6 /64', async () => {
    const draws = Array.from({ length: 61 }, (_, i) => draw(`2001:470::${i.toString(16)}`));
    expect(tally((await Promise.all(draws)).map(({ status }) => status))).toEqual({ 200: 60, 429: 1 });
    expectSuccess(await draw('2001:470:0:1::1'));
  });

  it('is no limit of logins', async () => {
    await Promise.all(Array.from({ length: 61 }, () => draw('127.0.0.1')));
    const { username } = await steward.make.aUser();
    expectSuccess(await steward.client.tryLogin({ username, password: 'a quiet river' }));
  });
});

describe('captcha limit of 0', () => {
  it('is no limit', async () => {
    const steward = await startApp({ env: { CAPTCHA_LIMIT: '0' } });
    const answers = await Promise.all(Array.from({ length: 80 }, () => steward.client.get('/api/captcha')));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 80 });
    await steward.stop();
  });
});
