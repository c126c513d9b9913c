import { basename } from 'node:path';
import TestSequencer from '@jest/test-sequencer';

/** Specs that take longest, in spite of their size: begun last, they would run alone after all others have ended. */
const LONGEST = [
  'generator-tables.spec.ts',
  'generator-lived-in.once.spec.ts',
  'generator-again-kill.once.spec.ts',
  'work-kill.spec.ts',
  'log-partitions.services.spec.ts',
  'log-conversion.services.spec.ts',
  'generator-schemas.spec.ts',
  'hostile-bodies.spec.ts',
  'rental.once.spec.ts',
  'extending.once.spec.ts',
];

/** Jest's own order, but for the longest specs, which begin first. */
export default class LongestFirst extends TestSequencer {
  /** @param {import('@jest/test-result').Test[]} tests */
  async sort(tests) {
    const rank = ({ path }) => {
      const index = LONGEST.indexOf(basename(path));
      return index < 0 ? LONGEST.length : index;
    };
    return (await super.sort(tests)).toSorted((a, b) => rank(a) - rank(b));
  }
}
