import { Redis } from 'ioredis';
import { ADMIN_PASSWORD, startApp } from '../support/app.js';
import { eventually } from '../support/poll.js';

describe('the read cache of two instances', () => {
  it('asks Redis once for what the other instance has loaded', async () => {
    const first = await startApp();
    const other = await startApp({ storage: first.storage });
    const redis = new Redis(first.storage.environment.REDIS_URL ?? '');
    const monitor = await redis.monitor();
    try {
      const { access_token: token } = await first.client.login('admin', ADMIN_PASSWORD);
      const commands: string[] = [];
      monitor.on('monitor', (_time: string, command: string[]) => commands.push(command.join(' ')));
      const reads = (end: string) => commands.filter((command) => command.startsWith('get') && command.endsWith(end));
      expect((await first.client.get('/api/role/page', token)).status).toBe(200);
      const loaded = `${first.storage.environment.REDIS_PREFIX}keyv:principal:1`;
      await eventually(async () => commands.some((command) => command.startsWith(`set ${loaded} `)), 5000);

      for (let n = 0; n < 3; n++) expect((await other.client.get('/api/role/page', token)).status).toBe(200);
      await redis.get('read-cache:end');
      await eventually(async () => reads('read-cache:end').length === 1, 5000);
      // Each instance has looked once.
      expect(reads(loaded)).toHaveLength(2);
    } finally {
      monitor.disconnect();
      redis.disconnect();
      await Promise.all([first.stop(), other.stop()]);
    }
  });
});
