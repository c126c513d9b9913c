import { getEventListeners } from 'node:events';
import { FairQueue } from './fair-queue.js';

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

/** Lets settled promises run their callbacks. */
const settle = () => new Promise(setImmediate);

describe('a fair queue', () => {
  it('runs a number at once, lets a number wait, and refuses more with 503', async () => {
    const queue = new FairQueue({ slots: 1, waiting: 2 });
    const [first, second, third, late] = [task(), task(), task(), task()];
    const running = [first, second, third].map(({ run }) => queue.run([], undefined, run));
    await expect(queue.run([], undefined, late.run)).rejects.toMatchObject({ status: 503 });
    expect([first, second, third, late].map(({ hasStarted }) => hasStarted())).toEqual([true, false, false, false]);
    first.end();
    await running[0];
    expect([second, third].map(({ hasStarted }) => hasStarted())).toEqual([true, false]);
    second.end();
    third.end();
    await Promise.all(running);
    expect(late.hasStarted()).toBe(false);
  });

  it('gives the slot of a task that fails to the next', async () => {
    const queue = new FairQueue({ slots: 1 });
    const failing = queue.run(['a'], undefined, () => Promise.reject(new Error('no')));
    const next = queue.run(['a'], undefined, () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('done');
    await expect(queue.run(['a'], undefined, () => Promise.resolve('again'))).resolves.toBe('again');
  });

  it('refuses a party that runs or waits for too much, whichever of its names it is known by', async () => {
    const queue = new FairQueue({ slots: 1, perParty: 2, refusal: () => new Error('enough') });
    const tasks = [task(), task(), task()];
    const running = [
      queue.run(['address', 'user'], undefined, tasks[0]!.run),
      queue.run(['address', 'another'], undefined, tasks[1]!.run),
    ];
    await expect(queue.run(['address'], undefined, task().run)).rejects.toThrow('enough');
    running.push(queue.run(['elsewhere', 'user'], undefined, tasks[2]!.run));
    await expect(queue.run(['elsewhere', 'user'], undefined, task().run)).rejects.toThrow('enough');
    for (const { end } of tasks) end();
    await Promise.all(running);
    await expect(queue.run(['address'], undefined, () => Promise.resolve('free'))).resolves.toBe('free');
  });

  it('serves the party first that was served least recently', async () => {
    const queue = new FairQueue({ slots: 1 });
    const order: string[] = [];
    const ask = (party: string) => queue.run([party], undefined, async () => void order.push(party));
    await Promise.all([...['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(ask)]);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
  });

  it('keeps a slot for the others where a party may not have them all', async () => {
    const queue = new FairQueue({ slots: 2, slotsPerParty: 1 });
    const [first, second, other] = [task(), task(), task()];
    const running = [
      queue.run(['a'], undefined, first.run),
      queue.run(['a'], undefined, second.run),
      queue.run(['b'], undefined, other.run),
    ];
    expect([first, second, other].map(({ hasStarted }) => hasStarted())).toEqual([true, false, true]);
    other.end();
    await running[2];
    expect(second.hasStarted()).toBe(false);
    first.end();
    await running[0];
    expect(second.hasStarted()).toBe(true);
    second.end();
    await Promise.all(running);
  });

  it('never runs the task of one who has given up', async () => {
    const queue = new FairQueue({ slots: 1, perParty: 2 });
    const [first, waiting, gone] = [task(), new AbortController(), new AbortController()];
    const running = queue.run(['a'], undefined, first.run);
    const left = task();
    const leaving = queue.run(['a'], waiting.signal, left.run);
    waiting.abort(new Error('cut'));
    await expect(leaving).rejects.toThrow('cut');
    gone.abort(new Error('cut'));
    await expect(queue.run(['b'], gone.signal, left.run)).rejects.toThrow('cut');
    // Its place is free at once.
    const next = queue.run(['a'], undefined, () => Promise.resolve('next'));
    first.end();
    await running;
    await expect(next).resolves.toBe('next');
    await settle();
    expect(left.hasStarted()).toBe(false);
  });

  it('leaves no listener on a signal once the wait is over', async () => {
    const queue = new FairQueue({ slots: 1 });
    const { signal } = new AbortController();
    const waits = Array.from({ length: 8 }, () => queue.run([], signal, () => Promise.resolve()));
    expect(getEventListeners(signal, 'abort')).toHaveLength(7);
    await Promise.all(waits);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
