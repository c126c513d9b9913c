import { Tenant } from '../../src/modules/access/tenant.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectData, expectNamed, expectSuccess } from '../support/checks.js';

const NOTHING = { name: '', logo: '' };
const DAY = 86_400_000;

describe("a tenant's login page", () => {
  let steward: TestApp;
  let admin: string;
  beforeEach(async () => {
    steward = await startApp();
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterEach(() => steward.stop());

  const pageOf = (code: string) => steward.client.get(`/api/console/tenant?code=${encodeURIComponent(code)}`);
  const add = async (code: string, values: object) => {
    const answer = await steward.client.post<{ id: number }>(
      '/api/tenant/add',
      { name: `Name of ${code}`, code, ...values },
      { token: admin },
    );
    expectSuccess(answer);
    return answer.body.data.id;
  };
  const update = (id: number, values: object) =>
    steward.client.call('PUT', '/api/tenant/update', { body: { id, ...values }, token: admin });

  it('shows name and logo to everybody, if the tenant says so', async () => {
    const id = await add('acme', { logo: '/logo.png', loginShown: true });
    expectData(await pageOf('acme'), { name: 'Name of acme', logo: '/logo.png' });
    expectData(await steward.client.get('/api/console/tenant?code=acme', 'no valid token'), {
      name: 'Name of acme',
      logo: '/logo.png',
    });

    expectSuccess(await update(id, { name: 'Acme', logo: '' }));
    expectData(await pageOf('acme'), { name: 'Acme', logo: '' });
    expectSuccess(await update(id, { loginShown: false }));
    expectData(await pageOf('acme'), NOTHING);
  });

  it('says nothing that tells other codes apart', async () => {
    await add('shown', { loginShown: true });
    await add('quiet', { logo: '/logo.png' });
    await add('disabled', { loginShown: true, status: 0 });
    const expiring = new Date(steward.clock.now() + DAY).toISOString();
    await add('expiring', { loginShown: true, expireAt: expiring });
    const gone = await add('gone', { loginShown: true });
    expectSuccess(await steward.client.call('DELETE', `/api/tenant/delete/${gone}`, { token: admin }));
    expectData(await pageOf('expiring'), { name: 'Name of expiring', logo: '' });
    steward.clock.advance(DAY);

    const codes = ['', 'nobody', 'quiet', 'disabled', 'expiring', 'gone', 'SHOWN', 'shown ', ' shown', '%', 'platform'];
    const answers = await Promise.all(codes.map(pageOf));
    for (const { status, body, headers } of answers) {
      expect({ status, body }).toEqual({ status: 200, body: answers[0]?.body });
      const names = (of: Headers) => [...of.keys()].sort();
      expect(names(headers)).toEqual(names(answers[0]?.headers ?? new Headers()));
    }
    expectData(answers[0]!, NOTHING);
    expectData(await steward.client.get('/api/console/tenant'), NOTHING);
    expectNamed(await steward.client.get('/api/console/tenant?code=shown&code=shown'), 'code');
  });

  it('asks the database once, whatever codes are tried', async () => {
    await add('acme', { loginShown: true });
    expectData(await pageOf('acme'), { name: 'Name of acme', logo: '' });
    // Past the API, so that only another question would find it.
    await steward.db.manager.update(Tenant, { code: 'acme' }, { name: 'Other' });
    for (const code of ['nobody', 'acme']) await pageOf(code);
    expectData(await pageOf('acme'), { name: 'Name of acme', logo: '' });
    steward.clock.advance(61_000);
    expectData(await pageOf('acme'), { name: 'Other', logo: '' });
  });

  it.each([
    ['logo', 'javascript:alert(1)'],
    ['logo', `/${'x'.repeat(512)}`],
    ['loginShown', 'yes'],
  ])('refuses %s: %s', async (member, value) => {
    const body = { name: 'Wrong', code: 'wrong', [member]: value };
    expectNamed(await steward.client.post('/api/tenant/add', body, { token: admin }), member);
  });
});
