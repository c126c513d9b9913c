import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { describeError } from '../../core/log/log.module.js';
import { safePath } from '../../core/log/safe-path.js';
import { hideTokens } from '../../core/log/token-text.js';
import type { Metrics } from '../../core/metrics/metrics.js';
import type { StewardRequest } from '../request/request.js';

/** Longest reason in a log line, in characters: some quote what a client sent. */
const MAX_REASON = 1000;

/** Request ids: unique among instances by their prefix, short, and cheap to make. */
export function requestIds(): () => string {
  const prefix = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}

/**
 * Writes one line per request: id, method, path without query, status, fine code, duration, user, address. A failure of
 * the service itself is followed by its cause.
 */
export function logRequests(server: FastifyInstance, logger: Logger): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { failure, user, clientIp } = request as StewardRequest;
    const fields = {
      reqId: request.id,
      method: request.method,
      path: safePath(request.url),
      status: reply.statusCode,
      code: failure?.code ?? 0,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      user: user?.username,
      ip: clientIp,
      reason: failure && hideTokens(failure.reason, MAX_REASON),
      err: failure?.level === 'error' ? describeError(failure.cause) : undefined,
    };
    logger[failure?.level ?? 'info'](fields, 'request');
    done();
  });
}

/** Route label of a request that matched none: paths come from clients, so their number is unbounded. */
const NO_ROUTE = 'none';

/** Measures every request under the pattern of its route; adds nothing if metrics are off. */
export function measureRequests(server: FastifyInstance, metrics: Metrics): void {
  if (!metrics.enabled) return;
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? NO_ROUTE : (request.routeOptions.url ?? NO_ROUTE);
    metrics.requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
}
