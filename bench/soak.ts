/**
 * The soak test: `npm run soak [-- MINUTES]` puts a mixed load on a running service for so many minutes (default 10),
 * on SQLite + memory, and on MariaDB + Redis if they answer. Prints the results.
 * Exit code: 1 if an answer was not the expected one, or memory grew too much.
 */
import { soak } from './soak-run.js';
import { cleanUpWhenInterrupted } from './support/interruption.js';
import { onlyOne } from './support/only-one.js';
import { availableStorages } from './support/storage.js';

async function main([text = '10']: string[]): Promise<boolean> {
  const minutes = Number(text);
  if (!(minutes > 0)) throw new Error('Usage: npm run soak [-- MINUTES]');
  await onlyOne();
  let passed = true;
  for (const storage of await availableStorages()) passed = (await soak(storage, minutes)) && passed;
  return passed;
}

cleanUpWhenInterrupted();
main(process.argv.slice(2)).then(
  (passed) => process.exit(passed ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
