import { RevokedToken } from '../../src/modules/session/session.entity.js';
import { type TestApp, startApp } from '../support/app.js';

const row = (jti: string) => ({ jti, revokedAt: new Date(), expiresAt: new Date() });

describe('database', () => {
  let steward: TestApp;
  beforeAll(async () => {
    steward = await startApp();
  });
  afterAll(() => steward.stop());

  const names = async () => (await steward.db.manager.find(RevokedToken)).map(({ jti }) => jti);

  it('keeps what one request stored while the transaction of another is rolled back', async () => {
    let proceed!: () => void;
    const gate = new Promise<void>((resolve) => (proceed = resolve));
    const rolledBack = steward.db.transaction(async (manager) => {
      await manager.insert(RevokedToken, row('rolled back'));
      await gate;
      throw new Error('roll back');
    });
    const plain = steward.db.manager.insert(RevokedToken, row('plain'));
    const committed = steward.db.transaction((manager) => manager.insert(RevokedToken, row('committed')));
    proceed();
    await expect(rolledBack).rejects.toThrow('roll back');
    await Promise.all([plain, committed]);
    expect(await names()).toEqual(expect.arrayContaining(['plain', 'committed']));
    expect(await names()).not.toContain('rolled back');
  });

  it('runs many transactions at once, nested ones too', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        steward.db.transaction(async (manager) => {
          await manager.insert(RevokedToken, row(`outer ${i}`));
          const inner = manager.transaction(async (nested) => {
            await nested.insert(RevokedToken, row(`inner ${i}`));
            if (i % 2 === 0) throw new Error('undo the inner one');
          });
          await inner.catch(() => undefined);
        }),
      ),
    );
    const found = await names();
    expect(found.filter((name) => name.startsWith('outer'))).toHaveLength(30);
    expect(found.filter((name) => name.startsWith('inner'))).toHaveLength(15);
  });

  it('goes on after a statement that failed', async () => {
    await steward.db.manager.insert(RevokedToken, row('once'));
    await expect(steward.db.manager.insert(RevokedToken, row('once'))).rejects.toThrow();
    await expect(steward.db.transaction((manager) => manager.insert(RevokedToken, row('once')))).rejects.toThrow();
    expect(await names()).toContain('once');
  });

  it('compares text exactly', async () => {
    await steward.make.aUser({ username: 'Case.Matters' });
    expect((await steward.client.tryLogin({ username: 'case.matters', password: 'a quiet river' })).body.ok).toBe(
      false,
    );
    expect((await steward.client.tryLogin({ username: 'Case.Matters', password: 'a quiet river' })).body.ok).toBe(true);
  });

  it('has the tables and keys of the contract', async () => {
    const runner = steward.db.createQueryRunner();
    const tables = ['tenant', 'user', 'role', 'user_role', 'menu', 'role_menu', 'config', 'config_item'];
    for (const name of [...tables, 'login_log', 'operation_log', 'dict', 'dict_item']) {
      expect(await runner.hasTable(name)).toBe(true);
    }
    const config = await runner.getTable('config');
    const keys = config?.indices.filter(({ isUnique }) => isUnique).map(({ name, columnNames }) => [name, columnNames]);
    expect(keys).toEqual([['uk_code', ['code']]]);
    await runner.release();
  });
});
