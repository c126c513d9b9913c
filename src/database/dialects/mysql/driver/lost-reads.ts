import { setTimeout as pause } from 'node:timers/promises';
import { isConnectionLost } from '../../../dialect/database-errors.js';

/** How long a load balancer may need to notice that a server is gone, and the longest pause between two attempts. */
const PATIENCE_MS = 1500;
const PAUSE_MS = 100;

/**
 * Reads, and reads again if the connection was lost meanwhile: if one of several servers goes away, a load balancer
 * routes the next connection to one that stays.
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
