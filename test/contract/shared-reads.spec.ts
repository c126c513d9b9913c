import { SharedReads } from '../../src/common/crud/shared-reads.js';
import { type TestApp, startApp } from '../support/app.js';

describe('reads of callers that ask the same', () => {
  let steward: TestApp;
  let reads: SharedReads;
  beforeAll(async () => {
    steward = await startApp();
    reads = steward.app.get(SharedReads);
  });
  afterAll(() => steward.stop());

  it('are one while it has not begun', async () => {
    let runs = 0;
    const load = async () => ++runs;
    expect(await Promise.all([1, 2, 3].map(() => reads.together('one', load)))).toEqual([1, 1, 1]);
    expect(await Promise.all(['one', 'two'].map((key) => reads.together(key, load)))).toEqual([2, 3]);
  });

  it('begin after the last caller has asked: a read under way is not joined', async () => {
    let stored = 'before';
    let answer!: () => void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    let begun!: () => void;
    const beginning = new Promise<void>((resolve) => (begun = resolve));
    const slow = reads.together('row', async () => {
      const found = stored;
      begun();
      await answered;
      return found;
    });
    await beginning;
    stored = 'after';
    expect(await reads.together('row', async () => stored)).toBe('after');
    answer();
    expect(await slow).toBe('before');
  });

  it('fail together, and are tried anew', async () => {
    const fail = () => reads.together('failing', () => Promise.reject(new Error('away')));
    const results = await Promise.allSettled([fail(), fail()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await reads.together('failing', async () => 'back')).toBe('back');
  });
});
