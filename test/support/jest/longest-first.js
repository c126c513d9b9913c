import TestSequencer from '@jest/test-sequencer';

/** Takes minutes: begun last, it would run alone, on one core, after all others have ended. */
const LONGEST = 'generator-tables.spec.ts';

/** Jest's own order, but for the spec that takes by far the longest, which begins first. */
export default class LongestFirst extends TestSequencer {
  /** @param {import('@jest/test-result').Test[]} tests */
  async sort(tests) {
    const isLongest = ({ path }) => path.endsWith(LONGEST);
    return (await super.sort(tests)).toSorted((a, b) => Number(isLongest(b)) - Number(isLongest(a)));
  }
}
