/** The limit of bcrypt alone: takes a BcryptTask, compares without a pause, answers with comparisons a second. */
import bcrypt from 'bcrypt';

export interface BcryptTask {
  password: string;
  /** How many comparisons run at once. */
  parallel: number;
  seconds: number;
}

/** The service's work factor. */
const COST = 10;

process.on('message', (message) => {
  void run(message as BcryptTask).then((perSecond) => process.send?.(perSecond));
});

async function run({ password, parallel, seconds }: BcryptTask): Promise<number> {
  const hash = await bcrypt.hash(password, COST);
  const started = performance.now();
  const end = started + seconds * 1000;
  let count = 0;
  const lane = async () => {
    while (performance.now() < end) {
      await bcrypt.compare(password, hash);
      count++;
    }
  };
  await Promise.all(Array.from({ length: parallel }, lane));
  return count / ((performance.now() - started) / 1000);
}
