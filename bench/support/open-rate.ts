import { setTimeout as wait } from 'node:timers/promises';

/**
 * Calls at a fixed rate, whether or not earlier calls have been answered, until some work has ended.
 * @returns how long each call took, in milliseconds, sorted
 * @throws what the first call that failed has thrown, after the work
 */
export async function atRate(
  perSecond: number,
  call: () => Promise<void>,
  work: Promise<unknown>,
): Promise<Float64Array> {
  let working = true;
  const ended = awaitedLater(work.finally(() => (working = false)));
  const calls: Promise<number>[] = [];
  const timed = async () => {
    const started = performance.now();
    await call();
    return performance.now() - started;
  };
  const started = performance.now();
  while (working) {
    calls.push(awaitedLater(timed()));
    await wait(Math.max(0, started + (calls.length * 1000) / perSecond - performance.now()));
  }
  await ended;
  return Float64Array.from(await Promise.all(calls)).sort();
}

/** Keeps Node from ending the benchmark when this fails before it is waited for. */
function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
