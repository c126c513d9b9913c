import { MetricsServer } from '../../src/core/metrics/metrics.server.js';
import { Menu, MenuType } from '../../src/modules/access/menu.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { tally } from '../support/checks.js';
import { readMetrics } from '../support/metrics.js';

const CALLERS = 20;
const CHANGES = 15;

/** An entry and those above it, up to the root (0), or to the first that comes twice. */
function pathFrom(id: number, parents: ReadonlyMap<number, number>): number[] {
  const path = [id];
  for (let next = parents.get(id); next !== undefined && !path.includes(next); next = parents.get(next))
    path.push(next);
  return path;
}

describe('changes that lose a deadlock', () => {
  let steward: TestApp;
  let token: string;
  let metrics: string | undefined;
  beforeAll(async () => {
    steward = await startApp({
      // The test is about who wins in the end, not about how fast the machine is.
      limits: { patience: 20_000, commitPatience: 20_000, eventLoopDelay: 0 },
      databaseTimes: { statement: 20_000, lock: 15_000 },
      env: { METRICS_ENABLED: 'true', METRICS_PORT: '0' },
    });
    metrics = await steward.app.get(MetricsServer).listen();
    token = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(() => steward.stop());

  it('run again until they win: nobody is answered 503, and each has its row in the operation log', async () => {
    const { client, db, make } = steward;
    const before = (await readMetrics(metrics)).steward_transaction_retries_sum ?? 0;
    const folders = await Promise.all(Array.from({ length: 5 }, () => make.aMenu({ type: MenuType.Folder })));
    // Each locks its own row and then those above it: two that move below each other wait for one another.
    const move = (turn: number) => {
      const [moved, above] = [turn % 5, (turn * 3 + 1) % 5].map((index) => folders[index]?.id ?? 0);
      const parentId = moved === above ? 0 : above;
      return client.call('PUT', '/api/menu/update', { token, body: { id: moved, parentId } });
    };
    const statuses: number[] = [];
    const caller = async (own: number) => {
      for (let turn = 0; turn < CHANGES; turn++) statuses.push((await move(own * 7 + turn)).status);
    };
    await Promise.all(Array.from({ length: CALLERS }, (_, own) => caller(own)));
    expect(tally(statuses)).toEqual({ 200: CALLERS * CHANGES });
    const { steward_transaction_retries_sum: sum = 0, ...others } = await readMetrics(metrics);
    expect(sum).toBeGreaterThan(before);
    expect(others.steward_transaction_retries_count).toBeGreaterThan(CALLERS * CHANGES);
    const parents = new Map((await db.manager.find(Menu)).map(({ id, parentId }) => [id, parentId]));
    for (const { id } of folders) expect(pathFrom(id, parents)).toContain(0);
    const [{ logged } = { logged: 0 }] = await db.query<{ logged: number }[]>(
      "SELECT COUNT(1) AS logged FROM operation_log WHERE method = 'update'",
    );
    expect(Number(logged)).toBe(CALLERS * CHANGES);
  });
});
