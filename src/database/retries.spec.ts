import { setTimeout as pause } from 'node:timers/promises';
import type { CommitGate } from './commit-gate.js';
// Registers the error of a lost change.
import './dialects/dialects.js';
import { Retries } from './retries.js';

const LOST = Object.assign(new Error('deadlock'), { code: 'ER_LOCK_DEADLOCK' });

/** A change that loses a number of times before it wins. */
function change(losses: number) {
  let running = 0;
  const seen = { times: 0, atOnce: 0 };
  const attempt = async () => {
    seen.atOnce = Math.max(seen.atOnce, ++running);
    await pause(1);
    running--;
    if (seen.times++ < losses) throw LOST;
    return 'won';
  };
  return { attempt, seen };
}

/** The gate of a request that can be cut while its change waits. */
function gateToClose() {
  const waits = new AbortController();
  const gate: CommitGate = {
    parties: ['user:1'],
    signal: waits.signal,
    beginCommit: () => undefined,
    endCommit: () => undefined,
  };
  return { gate, close: () => waits.abort(new Error('cut')) };
}

describe('retries', () => {
  let retries: Retries;
  let reported: number[];
  beforeEach(() => {
    reported = [];
    retries = new Retries();
    retries.report = (times) => reported.push(times);
  });

  it('run a change again until it wins, and report how often', async () => {
    expect(await retries.run(undefined, change(0).attempt)).toBe('won');
    expect(await retries.run(gateToClose().gate, change(3).attempt)).toBe('won');
    expect(reported).toEqual([0, 3]);
  });

  it('run the losers one at a time', async () => {
    let running = 0;
    let most = 0;
    const loser = () => {
      let first = true;
      return async () => {
        if (first) {
          first = false;
          throw LOST;
        }
        most = Math.max(most, ++running);
        await pause(2);
        running--;
      };
    };
    await Promise.all(Array.from({ length: 8 }, () => retries.run(undefined, loser())));
    expect(most).toBe(1);
    expect(reported).toEqual(Array.from({ length: 8 }, () => 1));
  });

  it('leave other failures as they are', async () => {
    const failing = () => Promise.reject(new Error('no'));
    await expect(retries.run(undefined, failing)).rejects.toThrow('no');
    let lost = false;
    const later = () => {
      if (lost) return failing();
      lost = true;
      return Promise.reject(LOST);
    };
    await expect(retries.run(undefined, later)).rejects.toThrow('no');
    expect(reported).toEqual([0, 1]);
  });

  it('end with the request that waits for the change, in the queue and at its head', async () => {
    const [head, behind] = [gateToClose(), gateToClose()];
    const losing = change(Infinity);
    const waiting = change(Infinity);
    const runs = [retries.run(head.gate, losing.attempt), retries.run(behind.gate, waiting.attempt)];
    const ended = Promise.allSettled(runs);
    await pause(50);
    behind.close();
    head.close();
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(losing.seen.times).toBeGreaterThan(1);
    expect(waiting.seen.times).toBe(1);
    const { times } = losing.seen;
    await pause(50);
    expect(losing.seen.times).toBe(times);
    expect(await retries.run(undefined, change(1).attempt)).toBe('won');
  });
});
