import { Agent, get } from 'node:http';
import { MetricsServer } from '../../src/core/metrics/metrics.server.js';
import { KeyValueStore } from '../../src/kv/store/key-value.store.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { readMetrics } from '../support/metrics.js';
import { eventually } from '../support/poll.js';
import { StewardProcess } from '../support/process.js';
import { freePort } from '../support/server-process.js';
import { type Storage, newStorage, onServices } from '../support/services.js';

const ON = { METRICS_ENABLED: 'true', METRICS_PORT: '0' };
const ADMIN = { username: 'admin', password: ADMIN_PASSWORD };

describe('metrics', () => {
  let steward: TestApp;
  let url: string | undefined;
  const start = async (env: Record<string, string> = {}) => {
    steward = await startApp({ env: { ...ON, ...env } });
    url = await steward.app.get(MetricsServer).listen();
  };
  afterEach(() => steward.stop());

  it('are off by default', async () => {
    await start({ METRICS_ENABLED: 'false' });
    expect(url).toBeUndefined();
  });

  it('count logins, refreshes, captchas and the limits by what came of them', async () => {
    await start({ AUTH_LIMIT: '5', CAPTCHA_LIMIT: '1' });
    const { client, app } = steward;
    const { refresh_token } = await client.login(ADMIN.username, ADMIN.password);
    await client.tryLogin({ ...ADMIN, password: 'wrong' });
    await client.tryLogin({ ...ADMIN, username: 'nobody' });
    await client.refresh(refresh_token);
    await client.refresh(refresh_token);
    await client.refresh('no token');
    const { key } = (await client.get<{ key: string }>('/api/captcha')).body.data;
    const code = await app.get(KeyValueStore).get(`captcha:${key}`);
    await client.tryLogin({ ...ADMIN, key, code });
    await client.tryLogin({ ...ADMIN, key, code });
    await client.tryLogin(ADMIN);
    await client.get('/api/captcha');
    expect(await readMetrics(url)).toMatchObject({
      'steward_logins_total{code="0"}': 2,
      'steward_logins_total{code="1001"}': 1,
      'steward_logins_total{code="1003"}': 1,
      'steward_logins_total{code="1004"}': 1,
      'steward_refreshes_total{code="0"}': 1,
      'steward_refreshes_total{code="1008"}': 1,
      'steward_refreshes_total{code="1"}': 1,
      'steward_captchas_total{event="issued"}': 1,
      'steward_captchas_total{event="right"}': 1,
      'steward_captchas_total{event="wrong"}': 1,
      steward_rate_limited_total: 2,
    });
  });

  it('tell what is our fault apart from what clients get wrong', async () => {
    await start();
    await steward.db.destroy();
    expect((await steward.client.tryLogin(ADMIN)).status).toBeGreaterThanOrEqual(500);
    await steward.db.initialize();
    expect(await readMetrics(url)).toMatchObject({ 'steward_logins_total{code="error"}': 1 });
  });

  it('measure requests by the pattern of their route, and keep what clients send out of labels', async () => {
    await start();
    const { client } = steward;
    const { access_token: token } = await client.login(ADMIN.username, ADMIN.password);
    await client.get('/api/user/detail/1', token);
    await client.get('/api/user/detail/999?secret=1', token);
    await client.get(`/api/index/getUser?token=${token}`);
    await client.get('/api/user/detail/1');
    await client.get('/api/made-up-by-a-client');
    const count = 'steward_http_request_duration_seconds_count';
    await eventually(
      async () => (await readMetrics(url))[`${count}{method="GET",route="none",status="404"}`] === 1,
      2000,
    );
    const values = await readMetrics(url);
    expect(values).toMatchObject({
      [`${count}{method="POST",route="/api/login",status="200"}`]: 1,
      [`${count}{method="GET",route="/api/user/detail/:id",status="200"}`]: 2,
      [`${count}{method="GET",route="/api/user/detail/:id",status="401"}`]: 1,
      [`${count}{method="GET",route="/api/index/getUser",status="200"}`]: 1,
    });
    expect(Object.keys(values).join('\n')).not.toMatch(/admin|made-up|secret|999|eyJ/);
  });

  it('tell which store answers, and the state of the process', async () => {
    await start();
    const values = await readMetrics(url);
    expect(values).toMatchObject({
      'steward_cache_mode{mode="redis"}': onServices ? 1 : 0,
      'steward_cache_mode{mode="memory"}': onServices ? 0 : 1,
      'steward_cache_mode{mode="degraded"}': 0,
    });
    expect(values).toHaveProperty('steward_transaction_retries_sum', 0);
    expect(values).toHaveProperty('nodejs_eventloop_lag_seconds');
    expect(values).toHaveProperty(['nodejs_eventloop_lag_p99_seconds']);
    expect(values.process_resident_memory_bytes).toBeGreaterThan(0);
  });

  it('tell who has a database connection and who waits for one', async () => {
    await start({ DB_POOL_SIZE: '1' });
    const { db, client } = steward;
    const state = (name: string) => `steward_database_connections{state="${name}"}`;
    const waiting = await db.transaction(async (manager) => {
      await manager.query('SELECT 1');
      const probe = client.get('/api/health/ready');
      await eventually(async () => ((await readMetrics(url))[state('waiting')] ?? 0) > 0, 2000);
      expect(await readMetrics(url)).toMatchObject({ [state('used')]: 1, [state('free')]: 0 });
      return { probe };
    });
    expect((await waiting.probe).status).toBe(200);
    await eventually(async () => (await readMetrics(url))[state('used')] === 0, 2000);
    expect(await readMetrics(url)).toMatchObject({ [state('free')]: 1, [state('waiting')]: 0 });
  });

  it('of two applications in one process are each its own', async () => {
    await start();
    const other = await startApp({ storage: steward.storage, env: ON });
    try {
      const otherUrl = await other.app.get(MetricsServer).listen();
      await other.client.login(ADMIN.username, ADMIN.password);
      expect((await readMetrics(otherUrl))['steward_logins_total{code="0"}']).toBe(1);
      expect(await readMetrics(url)).not.toHaveProperty(['steward_logins_total{code="0"}']);
    } finally {
      await other.stop();
    }
  });
});

describe('the port of the metrics', () => {
  let storage: Storage;
  let steward: StewardProcess;
  beforeEach(async () => {
    storage = await newStorage();
  });
  afterEach(async () => {
    await steward.remove();
    await storage.remove();
  });

  it('is printed, serves nothing else, and closes with the service, open connections or not', async () => {
    steward = new StewardProcess({ ...storage.environment, ...ON });
    const client = await steward.start();
    const url = /Metrics are at (\S+)/.exec(steward.output)?.[1] ?? '';
    expect(await readMetrics(url)).toHaveProperty(['process_cpu_seconds_total']);
    expect((await fetch(new URL('/api/health/live', url))).status).toBe(404);
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
    expect((await client.get('/metrics')).status).toBe(404);
    const agent = new Agent({ keepAlive: true });
    await new Promise((resolve) => get(url, { agent }, (answer) => answer.resume().on('end', resolve)));
    expect(await steward.stop()).toBe(0);
    agent.destroy();
  });

  it('that is taken stops the start and says so', async () => {
    const taken = await startApp({ env: { ...ON, METRICS_PORT: String(await freePort()) } });
    const url = (await taken.app.get(MetricsServer).listen()) ?? '';
    steward = new StewardProcess({ ...storage.environment, ...ON, METRICS_PORT: new URL(url).port });
    const code = await steward.run().finally(() => taken.stop());
    expect(code).toBe(1);
    expect(steward.errors).toContain(`EADDRINUSE`);
    expect(steward.output).not.toContain('listening');
  });
});
