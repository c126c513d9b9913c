import type { FastifyRequest } from 'fastify';
import type { AppError } from '../../core/app.error.js';
import type { Caller } from './caller.js';
import type { RequestLifetime } from './request-lifetime.js';

/** The service's own data of a request while it is handled. */
export interface StewardRequest extends FastifyRequest {
  /** Set by the access guard. */
  user?: Caller;
  /** The client's address, found through trusted proxies only (`api.proxyIps`). */
  clientIp: string;
  /** How long it may wait, and whether anybody still waits for it; set once the body is there. */
  lifetime?: RequestLifetime;
  /** Set by the exception filter, for the request's log line. */
  failure?: AppError;
}
