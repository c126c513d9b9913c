import { setTimeout as pause } from 'node:timers/promises';
import { isConnectionLost } from './errors.js';

/** How long a balancer may need to see that a server has gone, and the longest pause between two attempts. */
const PATIENCE_MS = 1500;
const PAUSE_MS = 100;

/**
 * Reads, and reads again where the connection was lost meanwhile: where a server of several goes, a balancer leads the next
 * connection to one that stays.
 * @param read changes nothing, and takes a connection of its own each time
 */
export async function readAgain<T>(read: () => Promise<T>): Promise<T> {
  let deadline: number | undefined;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      deadline ??= performance.now() + PATIENCE_MS;
      if (!isConnectionLost(error) || performance.now() > deadline) throw error;
      await pause(PAUSE_MS * Math.random());
    }
  }
}
