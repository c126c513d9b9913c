import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Lets only one benchmark run at a time, because two would share the database and the processors.
 * The lock is a Linux abstract socket, which disappears with the process.
 * @throws Error if another one is running
 */
export async function onlyOne(): Promise<void> {
  const lock = createServer().unref();
  try {
    await once(lock.listen('\0steward-bench'), 'listening');
  } catch {
    throw new Error('Another benchmark is running on this machine');
  }
}
