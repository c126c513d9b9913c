import { WorkRow } from '../../src/work/work-row.entity.js';
import { WorkRunner } from '../../src/work/work-runner.js';
import { type TestApp, startApp } from '../support/app.js';
import { eventually } from '../support/poll.js';
import { onRedis } from '../support/redis-keys.js';
import { addWork, testWork } from '../support/test-work.js';

const PATIENCE_MS = 10_000;
const DAY_MS = 86_400_000;

describe('work that one of several instances adds', () => {
  const started: TestApp[] = [];
  let first: TestApp;
  beforeAll(async () => {
    first = await startApp({ extensions: [testWork] });
    const { storage } = first;
    started.push(first, await startApp({ extensions: [testWork], storage }));
    started.push(await startApp({ extensions: [testWork], storage }));
  });
  afterAll(async () => {
    for (const steward of started.reverse()) await steward.stop();
  });
  afterEach(() => first.db.manager.deleteAll(WorkRow));

  /** Counts how often each instance is woken; the end of work that is due tomorrow wakes nobody. */
  const wakes = () => started.map(({ app }) => jest.spyOn(app.get(WorkRunner), 'wake'));
  const tomorrow = () => ({ at: new Date(Date.now() + DAY_MS) });
  /** How many connections listen to the signals of these instances. */
  const listening = async () => {
    let count = 0;
    await onRedis(first.storage.environment, async (redis, prefix) => {
      const [, number] = (await redis.call('PUBSUB', 'NUMSUB', `${prefix}signals`)) as [string, number];
      count = number;
    });
    return count;
  };

  it('wakes the others, once for each commit, and nobody where it was rolled back', async () => {
    await eventually(async () => (await listening()) === 3, PATIENCE_MS);
    const woken = wakes();
    await addWork(first, 'test.small', 'later', tomorrow());
    await eventually(async () => woken.every((wake) => wake.mock.calls.length === 1), PATIENCE_MS);
    await expect(addWork(first, 'test.unknown', 'never', tomorrow())).rejects.toThrow('test.unknown');
    await addWork(first, 'test.small', 'later', tomorrow());
    await eventually(async () => woken.every((wake) => wake.mock.calls.length >= 2), PATIENCE_MS);
    expect(woken.map((wake) => wake.mock.calls.length)).toEqual([2, 2, 2]);
    for (const wake of woken) wake.mockRestore();
  });

  it('wakes them again after their connections were lost', async () => {
    await eventually(async () => (await listening()) === 3, PATIENCE_MS);
    await onRedis(first.storage.environment, async (redis) => {
      await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    });
    await eventually(async () => (await listening()) === 3, PATIENCE_MS);
    const woken = wakes();
    await addWork(first, 'test.small', 'later', tomorrow());
    await eventually(async () => woken.every((wake) => wake.mock.calls.length === 1), PATIENCE_MS);
    for (const wake of woken) wake.mockRestore();
  });
});
