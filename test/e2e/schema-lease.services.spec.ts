import { ADMIN_PASSWORD } from '../support/app.js';
import { eventually } from '../support/poll.js';
import { StewardProcess } from '../support/process.js';
import { type Rows, withDatabase } from '../support/raw-database.js';
import { type Storage, newStorage } from '../support/services.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const WAITING = 'Another instance brings the database up to date: waiting for it';
const HELD = "INSERT INTO schema_lease VALUES (1, 'another', UTC_TIMESTAMP(3)";

describe('the lease of migrations', () => {
  let storage: Storage;
  let proxy: TcpProxy;
  let steward: StewardProcess;
  beforeEach(async () => {
    storage = await newStorage();
    proxy = await TcpProxy.start(3306);
    steward = new StewardProcess({ ...storage.environment, DB_PORT: String(proxy.port), ADMIN_PASSWORD });
    await steward.start();
    await steward.stop();
  });
  afterEach(async () => {
    await steward.remove();
    await proxy.stop();
    await storage.remove();
  });

  const run = (sql: string): Promise<Rows> => withDatabase(storage, (database) => database.run(sql));
  /** Has the next start find something to do. */
  const forgetSeed = () => run("DELETE FROM seed WHERE name = 'permission:sys:user:add'");
  const leases = () => run('SELECT * FROM schema_lease');
  const forgotten = () => run("SELECT 1 FROM seed WHERE name = 'permission:sys:user:add'");

  it('is given back after the start, and is not asked for by one that has nothing to do', async () => {
    expect(await leases()).toEqual([]);
    let asked = false;
    proxy.once(/(INSERT INTO|UPDATE|DELETE FROM) `schema_lease`/, () => (asked = true));
    await steward.start();
    expect(asked).toBe(false);
  });

  it('has a start wait while another renews it', async () => {
    await forgetSeed();
    await run(`${HELD})`);
    const started = steward.start();
    await eventually(async () => steward.output.includes(WAITING), 30_000);
    expect(await forgotten()).toEqual([]);
    await run('DELETE FROM schema_lease');
    await started;
    expect(await forgotten()).toHaveLength(1);
    expect(await leases()).toEqual([]);
  });

  it('is taken over from one that does not renew it', async () => {
    await forgetSeed();
    await run(`${HELD} - INTERVAL 31 SECOND)`);
    await steward.start();
    expect(steward.output).not.toContain(WAITING);
    expect(await forgotten()).toHaveLength(1);
    expect(await leases()).toEqual([]);
  });

  it('survives its own connection', async () => {
    await forgetSeed();
    proxy.once(/INSERT INTO `schema_lease`/, (near) => near.destroy());
    await steward.start();
    expect(await forgotten()).toHaveLength(1);
    expect(await leases()).toEqual([]);
  });
});
