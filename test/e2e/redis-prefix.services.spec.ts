import { Redis } from 'ioredis';
import { ADMIN_PASSWORD, startApp } from '../support/app.js';
import { removeKeys } from '../support/redis-keys.js';

describe('the prefix of keys in Redis', () => {
  const prefix = `steward_test_${process.pid}_prefix#:`;

  it('begins every key, and keeps two installations on one Redis apart', async () => {
    const [first, other] = [await startApp(), await startApp({ env: { REDIS_PREFIX: prefix } })];
    const redis = new Redis(first.storage.environment.REDIS_URL ?? '');
    const keysOf = async (pattern: string | undefined) => (await redis.keys(`${pattern}*`)).length;
    try {
      await removeKeys(redis, first.storage.environment.REDIS_PREFIX ?? '');
      const { access_token: token } = await other.client.login('admin', ADMIN_PASSWORD);
      expect((await other.client.get('/api/role/page', token)).status).toBe(200);
      // The second kind is written by the read cache, which reaches Redis through a library of its own.
      expect(await keysOf(`${prefix}online:`)).toBeGreaterThan(0);
      expect(await keysOf(`${prefix}keyv:principal:`)).toBeGreaterThan(0);
      expect(await keysOf(first.storage.environment.REDIS_PREFIX)).toBe(0);
    } finally {
      await removeKeys(redis, prefix);
      redis.disconnect();
      await Promise.all([first.stop(), other.stop()]);
    }
  });
});
