import type { Fault } from '../../src/core/fault.js';
import { User } from '../../src/modules/access/user.entity.js';
import { ADMIN_PASSWORD, startApp, type TestApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import type { Answer } from '../support/client.js';
import { StewardProcess } from '../support/process.js';
import { expectNothingStored } from '../support/snapshot.js';

/** An attempt to set a password: the member that held it, and the answer. */
interface Setting {
  member: string;
  answer: Answer<unknown>;
}

/** Why an answer refuses something, as it tells programs. */
function faultOf({ headers }: Answer<unknown>): Fault | undefined {
  const header = headers.get('x-error');
  return header === null ? undefined : (JSON.parse(header) as Fault);
}

describe('passwords that are set', () => {
  let steward: TestApp;
  let admin: string;
  let serial = 0;
  beforeAll(async () => {
    steward = await startApp();
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(() => steward.stop());

  const put = (path: string, body: object, token = admin) => steward.client.call('PUT', path, { token, body });
  const post = (path: string, body: object) => steward.client.call('POST', path, { token: admin, body });

  /** Each way to set a password for ada@acme of tenant "Acme Trading", with the member that holds it. */
  const WAYS: Record<string, (password: string) => Promise<Setting>> = {
    async add(password) {
      const { id: tenantId } = await aTenant();
      const body = { username: `ada-${++serial}`, realname: 'Ada Lovelace', email: 'countess@acme.test', tenantId };
      return { member: 'password', answer: await post('/api/user/add', { ...body, password }) };
    },
    async reset(password) {
      const { id } = await ada();
      return { member: 'password', answer: await put('/api/user/resetPassword', { id, password }) };
    },
    async change(password) {
      const { username } = await ada();
      const { access_token } = await steward.client.login(username, 'a quiet river');
      const body = { oldPassword: 'a quiet river', newPassword: password };
      return { member: 'newPassword', answer: await put('/api/index/updatePassword', body, access_token) };
    },
    async tenant(password) {
      const admin = { username: `ada-${++serial}`, password };
      const body = { name: 'Acme Trading', code: `acme-${++serial}`, admin };
      return { member: 'admin.password', answer: await post('/api/tenant/add', body) };
    },
  };

  const aTenant = () => steward.make.aTenant({ code: `acme-${++serial}`, name: 'Acme Trading' });
  async function ada(): Promise<User> {
    const { id: tenantId } = await aTenant();
    const values = { username: `ada-${++serial}`, realname: 'Ada Lovelace', email: 'countess@acme.test', tenantId };
    return steward.make.aUser(values);
  }

  describe.each(Object.keys(WAYS))('by %s', (way) => {
    it.each([
      ['seven 7', 'minLength'],
      ['password1', 'commonPassword'],
      ['QwertyUiop', 'commonPassword'],
      ['steward-7', 'contextPassword'],
      ['Acme Trading 1', 'contextPassword'],
    ])('are refused by name: %s', async (password, reason) => {
      const { member, answer } = await WAYS[way]!(password);
      expectFailure(answer);
      expect(faultOf(answer)).toMatchObject({ reason, member });
      expect(answer.body.msg).toContain(member.split('.').at(-1));
      expect(answer.body.msg).not.toContain(password);
    });

    it.each(['é'.repeat(40), '😀'.repeat(64), ' a river '])('may be %.12s', async (password) => {
      expectSuccess((await WAYS[way]!(password)).answer);
    });
  });

  it.each(['Lovelace1815', 'countess-99', 'ADA-lovelace'])(
    'do not consist of what is known of the person: %s',
    async (password) => {
      for (const way of ['add', 'reset', 'change']) {
        const { member, answer } = await WAYS[way]!(password);
        expect(faultOf(answer)).toEqual({ reason: 'contextPassword', member });
      }
    },
  );

  it('are not the present one', async () => {
    for (const way of ['reset', 'change']) {
      const { member, answer } = await WAYS[way]!('a quiet river');
      expect(faultOf(answer)).toEqual({ reason: 'samePassword', member });
    }
  });

  it('let their user log in, all characters counting', async () => {
    const { id, username } = await ada();
    const password = '🚣'.repeat(64);
    expectSuccess(await put('/api/user/resetPassword', { id, password }));
    const { password: stored } = await steward.db
      .getRepository(User)
      .findOneOrFail({ where: { id }, select: { id: true, password: true } });
    expect(stored).toMatch(/^h1:\$2b\$/);
    expectFailure(await steward.client.tryLogin({ username, password: '🚣'.repeat(63) }));
    expectFailure(await steward.client.tryLogin({ username, password: `${'🚣'.repeat(63)}🛶` }));
    expectSuccess(await steward.client.tryLogin({ username, password }));
  });

  it('store nothing where they are refused, and nothing is told of a user of another tenant', async () => {
    const { id, username } = await ada();
    const { id: tenantId } = await aTenant();
    const { token } = await aCaller(steward, ['sys:user:resetPassword'], { tenantId });
    await expectNothingStored(steward.db, async () => {
      expectFailure(await put('/api/user/resetPassword', { id, password: 'password1' }));
      const hidden = await put('/api/user/resetPassword', { id, password: `${username}-123` }, token);
      expect(faultOf(hidden)?.reason).toBe('notFound');
    });
  });
});

describe('the first password', () => {
  it.each([
    ['password1', 'is a common password'],
    ['admin-1234', 'consists of little but names'],
    ['seven 7', 'must have at least 8 characters'],
  ])('is refused by the start in one line: %s', async (password, why) => {
    const steward = new StewardProcess({ ADMIN_PASSWORD: password });
    try {
      expect(await steward.run()).toBe(1);
      const { errors } = steward;
      expect(errors.trim()).toMatch(
        new RegExp(`^Setting adminPassword \\(environment ADMIN_PASSWORD\\) ${why}[^\\n]*$`),
      );
      expect(errors).not.toContain(password);
    } finally {
      await steward.remove();
    }
  });
});
