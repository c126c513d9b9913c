import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import { safePath } from '../../core/log/safe-path.js';
import type { CommitGate } from '../../database/commit-gate.js';
import { type StewardRequest, isBackground } from './request.js';

/** The part of a request that log rows contain. */
export interface Client {
  ip: string;
  userAgent: string | undefined;
  /** The languages that its user prefers, as Accept-Language lists them. */
  language?: string;
  /** Name of the handler. */
  method: string;
  /** HTTP verb. */
  requestMethod: string;
  /** Path without query, tokens masked. */
  url: string;
  /** Whether the request does not count as a use of its session. */
  background?: boolean;
  /** Decides about the changes of the request. */
  gate?: CommitGate;
}

/** Injects where a request came from and which handler it reached. */
export const CurrentClient = createParamDecorator((_data: unknown, context: ExecutionContext): Client => {
  const request = context.switchToHttp().getRequest<StewardRequest>();
  return {
    ip: request.clientIp,
    userAgent: request.headers['user-agent'],
    language: request.headers['accept-language'],
    method: context.getHandler().name,
    requestMethod: request.method,
    url: safePath(request.url),
    background: isBackground(request),
    gate: request.gate,
  };
});
