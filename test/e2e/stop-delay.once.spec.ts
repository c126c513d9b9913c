import { ADMIN_PASSWORD } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import { eventually } from '../support/poll.js';
import { StewardProcess } from '../support/process.js';
import { type Storage, newStorage } from '../support/services.js';

describe('STOP_DELAY', () => {
  let storage: Storage;
  let steward: StewardProcess;
  beforeEach(async () => {
    storage = await newStorage();
    steward = new StewardProcess({ ...storage.environment, ADMIN_PASSWORD, STOP_DELAY: '3' });
  });
  afterEach(async () => {
    await steward.remove();
    await storage.remove();
  });

  it.each<NodeJS.Signals>(['SIGTERM', 'SIGINT'])(
    'after %s answers what comes, is not ready, and then ends',
    async (signal) => {
      const client = await steward.start();
      expectSuccess(await client.get('/api/health/ready'));
      let hasEnded = false;
      const ended = steward.stop(signal).finally(() => (hasEnded = true));
      await eventually(async () => (await client.get('/api/health/ready')).status === 503, 2000);
      const answer = await client.get('/api/health/ready');
      expectFailure(answer, 503);
      expect(answer.body.msg).toBe('Not ready: the service is stopping');
      expect(answer.headers.get('connection')).toBe('close');
      expectSuccess(await client.get('/api/health/live'));
      expectSuccess(await client.tryLogin({ username: 'admin', password: ADMIN_PASSWORD }));
      expect(hasEnded).toBe(false);
      expect(await ended).toBe(0);
      await expect(client.get('/api/health/live')).rejects.toThrow();
    },
  );

  it.each(['-1', '1.5', '301', '5s'])('refuses %j in one line', async (value) => {
    const refused = new StewardProcess({ ...storage.environment, STOP_DELAY: value });
    expect(await refused.run()).toBe(1);
    expect(refused.errors).toMatch(/^Setting server\.stopDelay \(environment STOP_DELAY\) must be [^\n]+\n$/);
    await refused.remove();
  });
});
