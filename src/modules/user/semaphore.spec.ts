import { Semaphore } from './semaphore.js';

describe('a semaphore', () => {
  /** A task that ends when it is told to. */
  function task() {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    let started = false;
    const run = async () => {
      started = true;
      await ended;
    };
    return { run, end, hasStarted: () => started };
  }

  it('runs a number at once, lets a number wait in their order, and refuses more with 503', async () => {
    const semaphore = new Semaphore(1, 2);
    const [first, second, third, late] = [task(), task(), task(), task()];
    const running = [first, second, third].map(({ run }) => semaphore.run(run));
    await expect(semaphore.run(late.run)).rejects.toMatchObject({ status: 503 });
    expect([first, second, third, late].map(({ hasStarted }) => hasStarted())).toEqual([true, false, false, false]);
    first.end();
    await running[0];
    expect([second, third].map(({ hasStarted }) => hasStarted())).toEqual([true, false]);
    second.end();
    third.end();
    await Promise.all(running);
    expect(late.hasStarted()).toBe(false);
  });

  it('gives the place of a task that fails to the next', async () => {
    const semaphore = new Semaphore(1, 1);
    const failing = semaphore.run(() => Promise.reject(new Error('no')));
    const next = semaphore.run(() => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('done');
    await expect(semaphore.run(() => Promise.resolve('again'))).resolves.toBe('again');
  });
});
