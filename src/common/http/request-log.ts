import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { hideTokens } from '../client/token-text.js';
import type { StewardRequest } from './request.js';
import { safePath } from './safe-path.js';

/** Longest reason in a log line, in characters: some name what a client sent. */
const MAX_REASON = 1000;

/** Request ids: unique among instances by their prefix, short, and cheap to make. */
export function requestIds(): () => string {
  const prefix = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}

/**
 * Writes one line a request: id, method, path without query, status, fine code, duration, user, address. What failed on
 * our side is followed by its cause.
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
      err: failure?.level === 'error' ? describe(failure.cause) : undefined,
    };
    logger[failure?.level ?? 'info'](fields, 'request');
    done();
  });
}

/** What a log may tell of an error: a driver's error object also holds the values of the statement. */
function describe(cause: unknown): object | undefined {
  if (!(cause instanceof Error)) return undefined;
  return { type: cause.name, message: cause.message, code: (cause as { code?: unknown }).code, stack: cause.stack };
}
