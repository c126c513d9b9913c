import { SchedulerRegistry } from '@nestjs/schedule';
import { Clock } from '../core/clock.js';
import type { Log } from '../core/log/log.module.js';
import { Job, Jobs } from './jobs.js';
import type { KeyValueStore } from './store/key-value.store.js';
import { MemoryStore } from './memory/memory.store.js';

const DAY = 86_400_000;

/** Stands still together with the timers. */
class FakedClock extends Clock {
  override steady(): number {
    return this.now();
  }
}

class Nightly extends Job<void> {
  constructor(
    jobs: Jobs,
    private readonly does: () => void,
  ) {
    super(jobs, 'Nightly', '0 0 4 * * *');
  }

  protected async work(): Promise<void> {
    this.does();
  }
}

describe('a job on two instances that share a store', () => {
  const errors = jest.fn();
  const does = jest.fn();
  let registries: SchedulerRegistry[];
  let nightly: Nightly[];
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    const store = new MemoryStore(new FakedClock()) as unknown as KeyValueStore;
    registries = [new SchedulerRegistry(), new SchedulerRegistry()];
    nightly = registries.map((registry) => {
      const jobs = new Jobs(store, registry, { error: errors } as unknown as Log);
      const job = new Nightly(jobs, does);
      jobs.onApplicationBootstrap();
      return job;
    });
  });
  afterEach(async () => {
    for (const registry of registries) await registry.getCronJob('Nightly').stop();
    jest.useRealTimers();
    jest.resetAllMocks();
  });

  it('runs once each time it is due, though the work of one has ended before the timer of the other', async () => {
    for (const nights of [1, 2, 3]) {
      await jest.advanceTimersByTimeAsync(DAY);
      expect(does).toHaveBeenCalledTimes(nights);
    }
  });

  it('runs again the next night if it fails', async () => {
    does.mockImplementationOnce(() => {
      throw new Error('not tonight');
    });
    await jest.advanceTimersByTimeAsync(DAY);
    expect(errors).toHaveBeenCalledWith(expect.objectContaining({ reason: 'not tonight' }), expect.any(String));
    await jest.advanceTimersByTimeAsync(DAY);
    expect(does).toHaveBeenCalledTimes(2);
  });

  it('runs whenever it is asked for in between', async () => {
    await jest.advanceTimersByTimeAsync(DAY);
    await nightly[0]?.run();
    await nightly[1]?.run();
    expect(does).toHaveBeenCalledTimes(3);
  });
});
