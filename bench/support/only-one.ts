import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Lets one benchmark run at a time: two would share their database and their processors.
 * The name is a socket of Linux's abstract kind, which goes with the process.
 * @throws Error when another one is running
 */
export async function onlyOne(): Promise<void> {
  const lock = createServer().unref();
  try {
    await once(lock.listen('\0steward-bench'), 'listening');
  } catch {
    throw new Error('Another benchmark is running on this machine');
  }
}
