import { join } from 'node:path';
import { AccountLink } from '../../src/modules/access/account-link.entity.js';
import { Totp } from '../../src/modules/factor/factor.entity.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { WorkRow } from '../../src/work/work-row.entity.js';
import { tokenOf } from '../support/account-links.js';
import { ADMIN_PASSWORD, TEST_DATA_KEY, TEST_SECRET, type TestApp, startApp } from '../support/app.js';
import { expectData, expectFailure } from '../support/checks.js';
import { BUILT } from '../support/global-setup.js';
import { StewardProcess } from '../support/process.js';
import { rowTexts } from '../support/rows.js';

const NEW_PASSWORD = 'another calm lake';

describe('the command rescue', () => {
  let steward: TestApp;
  beforeAll(async () => {
    steward = await startApp();
  });
  afterAll(() => steward.stop());

  async function rescue(...parameters: string[]) {
    const environment = {
      JWT_SECRET: TEST_SECRET,
      DATA_KEY: TEST_DATA_KEY,
      PUBLIC_URL: 'https://id.test',
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...steward.storage.environment,
    };
    const command = new StewardProcess(environment, join(BUILT, 'rescue.js'), parameters);
    const code = await command.run();
    const { output, errors } = command;
    await command.remove();
    return { code, output, errors };
  }

  const reset = (output: string) =>
    steward.client.post('/api/password/reset', { token: tokenOf(output), password: NEW_PASSWORD });

  it('prints a link for the administrator, beside a running service, and records that', async () => {
    const { code, output, errors } = await rescue('admin');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(
      /^https:\/\/id\.test\/console\/link#[\w-]{43}\nIt sets the password of admin, once and until /,
    );
    await steward.client.login('admin', ADMIN_PASSWORD);
    expectData(await reset(output), {});
    expectFailure(await steward.client.tryLogin({ username: 'admin', password: ADMIN_PASSWORD }));
    await steward.client.login('admin', NEW_PASSWORD);
    const [row] = await steward.db.manager.findBy(OperationLog, { method: 'rescue' });
    expect(row).toMatchObject({ logType: 9, userId: 0, username: '', ip: '', location: '-', status: 0 });
    expect(await steward.db.manager.countBy(WorkRow, {})).toBe(0);
    const stored = [AccountLink, OperationLog].map((entity) => rowTexts(steward.db, entity));
    expect((await Promise.all(stored)).flat().join()).not.toContain(tokenOf(output));
  });

  it('finds a user of a tenant, and removes factors where it is told to', async () => {
    const tenant = await steward.make.aTenant();
    const user = await steward.make.aUser({ tenantId: tenant.id });
    const owner = { userId: user.id, tenantId: tenant.id };
    const time = new Date();
    await steward.db.manager.save(Totp, { ...owner, secret: 'x', lastStep: 0, confirmedAt: time, createdAt: time });
    expect((await rescue(user.username, tenant.code)).code).toBe(0);
    expect(await steward.db.manager.countBy(Totp, { userId: user.id })).toBe(1);
    const { output } = await rescue(user.username, tenant.code, '--factors');
    expect(await steward.db.manager.countBy(Totp, { userId: user.id })).toBe(0);
    expectData(await reset(output), {});
    await steward.client.login(user.username, NEW_PASSWORD);
  });

  it('says what is wrong', async () => {
    const disabled = await steward.make.aUser({ status: 0 });
    const cases: [string[], RegExp][] = [
      [[], /^rescue: Usage: npm run rescue -- <username>/],
      [['a', 'b', 'c'], /^rescue: Usage: /],
      [['--everything'], /^rescue: .*everything/],
      [['nobody-at-all'], /^rescue: User nobody-at-all does not exist\n$/],
      [['admin', 'no-such-tenant'], /^rescue: User admin does not exist\n$/],
      [[disabled.username], /^rescue: The account is disabled\n$/],
    ];
    for (const [parameters, message] of cases) {
      const { code, output, errors } = await rescue(...parameters);
      expect({ code, output }).toEqual({ code: 1, output: '' });
      expect(errors).toMatch(message);
    }
  });
});
