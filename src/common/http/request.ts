import type { FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller.js';
import type { AppError } from '../errors/app.error.js';

/** What the service keeps with a request while it is handled. */
export interface StewardRequest extends FastifyRequest {
  /** Set by the access guard. */
  user?: Caller;
  /** The client's address, found through trusted proxies only (contract §2, `api.proxyIps`). */
  clientIp: string;
  /** Runs out when the request has waited long enough for a dependency. */
  deadline?: NodeJS.Timeout;
  /** Answered with 503 while it waited for a dependency. */
  cut: boolean;
  /** Set by the exception filter, for the request's log line. */
  failure?: AppError;
}
