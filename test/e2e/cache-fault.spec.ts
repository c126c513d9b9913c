import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { eventually } from '../support/poll.js';
import { RedisServer } from '../support/redis-server.js';
import { onServices } from '../support/services.js';

async function cacheMode({ client }: TestApp): Promise<unknown> {
  const { status, body } = await client.get('/api/health/ready');
  expect(status).toBe(200);
  return body.data.cache;
}

async function isAccepted({ client }: TestApp, token: string): Promise<boolean> {
  return (await client.get('/api/oauth2/check/token', token)).status === 200;
}

/**
 * How long a request may take while Redis is away: a second by docs/deployment.md, and as much again for a busy
 * machine.
 */
const PATIENCE_MS = 2000;

const login = (steward: TestApp) => steward.client.login('admin', ADMIN_PASSWORD);

if (onServices) {
  describe('Redis fails', () => {
    let redis: RedisServer;
    let a: TestApp;
    let b: TestApp;

    beforeEach(async () => {
      redis = await RedisServer.start();
      a = await startApp({ env: { REDIS_URL: redis.url } });
      b = await startApp({ storage: a.storage, env: { REDIS_URL: redis.url } });
    });
    afterEach(async () => {
      await b.stop();
      await a.stop();
      await redis.kill();
    });

    it('killed: requests go on within a second, and what was revoked before and meanwhile stays revoked', async () => {
      const [before, meanwhile, kept] = [await login(a), await login(a), await login(a)];
      await a.client.get('/api/logout', before.access_token);
      await redis.kill();

      const began = Date.now();
      expect(await isAccepted(b, kept.access_token)).toBe(true);
      expect(Date.now() - began).toBeLessThan(PATIENCE_MS);
      expect(await isAccepted(b, before.access_token)).toBe(false);
      expect(await cacheMode(a)).toBe('degraded');
      expect((await a.client.get('/api/logout', meanwhile.access_token)).status).toBe(200);
      expect(await isAccepted(a, meanwhile.access_token)).toBe(false);
      expect((await a.client.refresh(meanwhile.refresh_token)).body.ok).toBe(false);
      expect((await a.client.refresh(kept.refresh_token)).body.ok).toBe(true);

      await redis.start();
      await eventually(async () => (await cacheMode(a)) === 'redis' && (await cacheMode(b)) === 'redis', 5000);
      for (const steward of [a, b]) {
        expect(await isAccepted(steward, before.access_token)).toBe(false);
        expect(await isAccepted(steward, meanwhile.access_token)).toBe(false);
        expect(await isAccepted(steward, kept.access_token)).toBe(true);
        expect((await steward.client.refresh(kept.refresh_token)).body.ok).toBe(false);
      }
    });

    it('hung: requests go on within a second, and it is used again when it wakes', async () => {
      const { access_token } = await login(a);
      redis.hang();
      // Requests that come while the first one waits do not each wait in turn.
      const took = [0, 300, 600].map(async (later) => {
        await pause(later);
        const began = Date.now();
        expect(await isAccepted(a, access_token)).toBe(true);
        return Date.now() - began;
      });
      for (const milliseconds of await Promise.all(took)) expect(milliseconds).toBeLessThan(PATIENCE_MS);
      expect((await a.client.get('/api/logout', access_token)).status).toBe(200);
      redis.wake();
      await eventually(async () => (await cacheMode(a)) === 'redis' && (await cacheMode(b)) === 'redis', 5000);
      expect(await isAccepted(b, access_token)).toBe(false);
    });

    it('hung while nobody asks: the readiness probe notices, and requests do not wait', async () => {
      const { access_token } = await login(a);
      redis.hang();
      expect(await cacheMode(a)).toBe('degraded');
      expect(await isAccepted(a, access_token)).toBe(true);
      redis.wake();
      await eventually(async () => (await cacheMode(a)) === 'redis', 5000);
    });

    it('emptied while nobody noticed: nothing revoked comes back to life', async () => {
      const { access_token, refresh_token } = await login(a);
      await a.client.get('/api/logout', access_token);
      await redis.flush();
      expect(await isAccepted(a, access_token)).toBe(false);
      await redis.flush();
      expect(await isAccepted(b, access_token)).toBe(false);
      expect((await b.client.refresh(refresh_token)).body.ok).toBe(false);
    });

    it('out of reach at the start: the service starts, degraded, and moves to Redis when it comes', async () => {
      await redis.kill();
      const late = await startApp({ storage: a.storage, env: { REDIS_URL: redis.url } });
      try {
        expect(await cacheMode(late)).toBe('degraded');
        expect(await isAccepted(late, (await login(late)).access_token)).toBe(true);
        await redis.start();
        await eventually(async () => (await cacheMode(late)) === 'redis', 5000);
      } finally {
        await late.stop();
      }
    });
  });
}

describe('without Redis', () => {
  let steward: TestApp;
  beforeEach(async () => {
    steward = await startApp({ env: { REDIS_URL: '' } });
  });
  afterEach(() => steward.stop());

  it('runs from memory and says so', async () => {
    expect(await cacheMode(steward)).toBe('memory');
  });

  it('remembers through a restart which tokens were revoked and which refresh token was used', async () => {
    const [loggedOut, removed, rotated] = [await login(steward), await login(steward), await login(steward)];
    await steward.client.get('/api/logout', loggedOut.access_token);
    await steward.client.call('DELETE', `/api/oauth2/remove/${removed.access_token}`, { token: rotated.access_token });
    await steward.client.refresh(rotated.refresh_token);

    const again = await startApp({ storage: steward.storage, env: { REDIS_URL: '' } });
    try {
      expect(await isAccepted(again, loggedOut.access_token)).toBe(false);
      expect(await isAccepted(again, removed.access_token)).toBe(false);
      expect(await isAccepted(again, rotated.access_token)).toBe(true);
      expect((await again.client.refresh(rotated.refresh_token)).body.ok).toBe(false);
      expect((await again.client.refresh(removed.refresh_token)).body.ok).toBe(true);
    } finally {
      await again.stop();
    }
  });
});
