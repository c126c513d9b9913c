import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import { safePath } from '../../core/log/safe-path.js';
import type { CommitGate } from '../../database/commit-gate.js';
import type { StewardRequest } from './request.js';

/** The part of a request that log rows contain. */
export interface Client {
  ip: string;
  userAgent: string | undefined;
  /** Name of the handler. */
  method: string;
  /** HTTP verb. */
  requestMethod: string;
  /** Path without query, tokens masked. */
  url: string;
  /** Decides about the changes of the request. */
  gate?: CommitGate;
}

/** Injects where a request came from and which handler it reached. */
export const CurrentClient = createParamDecorator((_data: unknown, context: ExecutionContext): Client => {
  const request = context.switchToHttp().getRequest<StewardRequest>();
  return {
    ip: request.clientIp,
    userAgent: request.headers['user-agent'],
    method: context.getHandler().name,
    requestMethod: request.method,
    url: safePath(request.url),
    gate: request.gate,
  };
});
