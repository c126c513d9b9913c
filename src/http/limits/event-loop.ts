import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { errors } from '../../core/errors.js';

/** How often the delay is sampled, in milliseconds. */
const RESOLUTION_MS = 10;

const NANOSECONDS_PER_MS = 1e6;

/** Configuration of a route that is answered although the event loop is late. */
export const UNDER_PRESSURE_TOO = { underPressureToo: true };

/**
 * Turns requests away while the event loop is late. It looks at nothing but the histogram: reading `/proc`, as the
 * usual plugin does, fails when the process has no file descriptor left.
 * @param most mean delay over the window above which requests are answered 503, in milliseconds; 0: never
 * @param window milliseconds
 */
export function refuseWhileLate(server: FastifyInstance, most: number, window: number): void {
  if (most === 0) return;
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let isLate = false;
  const timer = setInterval(() => {
    // Without a sample in the whole window, the event loop has not turned.
    const delay = histogram.count === 0 ? Infinity : histogram.mean / NANOSECONDS_PER_MS - RESOLUTION_MS;
    isLate = delay > most;
    histogram.reset();
  }, window).unref();
  server.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    const isAnswered = !isLate || (routeOptions.config as Partial<typeof UNDER_PRESSURE_TOO>).underPressureToo;
    done(isAnswered ? undefined : errors.overloaded());
  });
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer);
    histogram.disable();
    done();
  });
}
