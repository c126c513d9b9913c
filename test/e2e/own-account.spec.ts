import type { User } from '../../src/modules/access/user.entity.js';
import { type TestApp, startApp } from '../support/app.js';
import { expectData, expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import type { Tokens } from '../support/client.js';
import { NO_TEXT } from '../support/resource.js';
import { expectNothingStored } from '../support/snapshot.js';

const DETAILS = { realname: 'Ada Löw 😀', avatar: '/a.png', email: 'a@example.org', mobile: '+49 1' };
const LONGEST = { realname: 64, avatar: 512, email: 128, mobile: 32 };
const WRONG = Object.entries(LONGEST).flatMap(([member, length]) =>
  [...NO_TEXT, '/'.padEnd(length + 1, 'x'), '/'.padEnd(100_000, 'x')].map((value): [string, unknown] => [
    member,
    value,
  ]),
);
const NO_PASSWORD = [undefined, '', 'seven 7', 'x'.repeat(65), 'ü'.repeat(65), 'a quiet\u0000river', ...NO_TEXT];

describe("a caller's own account", () => {
  let steward: TestApp;
  let user: User;
  let pair: Tokens;
  beforeAll(async () => void (steward = await startApp()));
  afterAll(() => steward.stop());
  beforeEach(async () => {
    user = await steward.make.aUser({ tenantId: (await steward.make.aTenant()).id });
    pair = await login();
  });

  const login = () => steward.client.login(user.username, 'a quiet river');
  const put = (operation: string, body: unknown, token = pair.access_token) =>
    steward.client.call('PUT', `/api/index/${operation}`, { token, body });
  const me = async (token = pair.access_token) => (await steward.client.get('/api/index/getUser', token)).body.data;

  describe('updateInfo', () => {
    it('changes the members that it names, at once', async () => {
      const before = await me();
      expectData(await put('updateInfo', DETAILS), {});
      expect(await me()).toEqual({ ...before, ...DETAILS });
      expectData(await put('updateInfo', { email: '' }), {});
      expect(await me()).toEqual({ ...before, ...DETAILS, email: '' });
      expectData(await put('updateInfo', {}), {});
      expect(await me()).toEqual({ ...before, ...DETAILS, email: '' });
    });

    it.each(WRONG)('refuses %s %.20j by name', async (member, value) => {
      const body = { realname: 'Changed', email: 'changed@example.org', [member]: value };
      await expectNothingStored(steward.db, async () => expectNamed(await put('updateInfo', body), member));
    });

    it.each(Object.entries(LONGEST))('takes %s up to %d characters', async (member, length) => {
      const value = ({ avatar: '/', email: 'a@' }[member] ?? '').padEnd(length, '字');
      expectData(await put('updateInfo', { [member]: value }), {});
      expect(await me()).toMatchObject({ [member]: value });
    });

    it('changes nothing else, and nobody else', async () => {
      const other = await steward.make.aUser({ tenantId: user.tenantId });
      const otherToken = (await steward.client.login(other.username, 'a quiet river')).access_token;
      const before = [await me(), await me(otherToken)];
      const forged = {
        id: other.id,
        userId: other.id,
        tenantId: 0,
        username: 'root',
        status: 0,
        password: 'a quiet river',
        salt: '',
        roleIds: [1],
        roles: ['super_admin'],
        permissions: ['*'],
        remark: 'x',
      };
      expectData(await put('updateInfo', forged), {});
      expect([await me(), await me(otherToken)]).toEqual(before);
      expectSuccess(await steward.client.tryLogin({ username: user.username, password: 'a quiet river' }));
    });
  });

  describe('updatePassword', () => {
    it("ends all the user's sessions, and nobody else's", async () => {
      const second = await login();
      const other = await steward.make.aUser({ tenantId: user.tenantId });
      const otherPair = await steward.client.login(other.username, 'a quiet river');
      expectData(await put('updatePassword', { oldPassword: 'a quiet river', newPassword: 'ü'.repeat(32) }), {});
      for (const { access_token, refresh_token } of [pair, second]) {
        expectFailure(await steward.client.get('/api/index/getUser', access_token), 401);
        expectFailure(await steward.client.refresh(refresh_token));
      }
      expectSuccess(await steward.client.get('/api/index/getUser', otherPair.access_token));
      expectFailure(await steward.client.tryLogin({ username: user.username, password: 'a quiet river' }));
      expectSuccess(await steward.client.tryLogin({ username: user.username, password: 'ü'.repeat(32) }));
    });

    it.each([undefined, '', 'wrong', 'Password', 'password ', 'x'.repeat(5000), ...NO_TEXT])(
      'refuses the old password %.20j by name',
      async (oldPassword) => {
        await expectNothingStored(steward.db, async () =>
          expectNamed(await put('updatePassword', { oldPassword, newPassword: 'a new password' }), 'oldPassword'),
        );
        expect(await me()).toMatchObject({ id: user.id });
      },
    );

    it.each(NO_PASSWORD)('refuses the new password %.20j by name', async (newPassword) => {
      await expectNothingStored(steward.db, async () =>
        expectNamed(await put('updatePassword', { oldPassword: 'a quiet river', newPassword }), 'newPassword'),
      );
      expect(await me()).toMatchObject({ id: user.id });
    });

    it('lets one of 10 changes at once win', async () => {
      const tokens: Tokens[] = [];
      for (let i = 0; i < 10; i++) tokens.push(await login());
      const answers = await Promise.all(
        tokens.map(({ access_token }, i) =>
          put('updatePassword', { oldPassword: 'a quiet river', newPassword: `new password ${i}` }, access_token),
        ),
      );
      expect(answers.filter(({ body }) => body.ok)).toHaveLength(1);
      const winner = answers.findIndex(({ body }) => body.ok);
      for (const [i] of answers.entries()) {
        const { body } = await steward.client.tryLogin({ username: user.username, password: `new password ${i}` });
        expect(body.ok).toBe(i === winner);
      }
    });

    it.each(['[]', '"x"', 'null', '7'])('and updateInfo refuse the body %s', async (body) => {
      await expectNothingStored(steward.db, async () => {
        for (const operation of ['updatePassword', 'updateInfo']) expectFailure(await put(operation, body));
      });
    });
  });
});
