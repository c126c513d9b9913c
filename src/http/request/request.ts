import type { FastifyRequest } from 'fastify';
import type { AppError } from '../../core/app.error.js';
import type { Caller } from './caller.js';
import type { RequestGate } from './request-gate.js';

/** Whether a request says that no person asked for it, such as one that a page repeats by itself. */
export function isBackground({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['x-background'] === '1';
}

/** The service's own data of a request while it is handled. */
export interface StewardRequest extends FastifyRequest {
  /** Set by the access guard. */
  user?: Caller;
  /** The client's address, found through trusted proxies only (`api.proxyIps`). */
  clientIp: string;
  /** Closes when nobody waits for it any more; set once the body is there. */
  gate?: RequestGate;
  /** Set by the exception filter, for the request's log line. */
  failure?: AppError;
}
