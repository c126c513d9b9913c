import { rentalCopy } from '../support/rental.js';

describe('the product in examples/rental on MariaDB and Redis', () => {
  const copy = rentalCopy();
  afterAll(() => copy.remove());

  it('does what its specs say', () => copy.test(['test/project/rental.spec.ts']));
});
