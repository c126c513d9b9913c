import { Redis } from 'ioredis';
import { ADMIN_PASSWORD, startApp } from '../support/app.js';
import { eventually } from '../support/poll.js';

describe('the read cache of two instances', () => {
  it('asks Redis once for what the other instance has loaded', async () => {
    const first = await startApp();
    const other = await startApp({ storage: first.storage });
    const redis = new Redis(first.storage.environment.REDIS_URL ?? '');
    // Both instances live in this process, so their clients are seen here.
    const sent = jest.spyOn(Redis.prototype, 'sendCommand');
    try {
      const { access_token: token } = await first.client.login('admin', ADMIN_PASSWORD);
      const loaded = `${first.storage.environment.REDIS_PREFIX}keyv:principal:1`;
      expect((await first.client.get('/api/role/page', token)).status).toBe(200);
      await eventually(async () => (await redis.exists(loaded)) === 1, 5000);

      for (let n = 0; n < 3; n++) expect((await other.client.get('/api/role/page', token)).status).toBe(200);
      const reads = sent.mock.calls.filter(([{ name, args }]) => name.startsWith('get') && String(args[0]) === loaded);
      // Each instance has looked once.
      expect(reads).toHaveLength(2);
    } finally {
      sent.mockRestore();
      redis.disconnect();
      await Promise.all([first.stop(), other.stop()]);
    }
  });
});
