import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { errors } from 'steward/core';
import { networkOf, type StewardRequest } from 'steward/http';
import { RateLimiter } from 'steward/kv';

/** How many times a minute an address may ask for a passkey. */
const MAX_REQUESTS = 20;

/** Limits how many requests for passkeys are kept for a client address. */
@Injectable()
export class PasskeyLimitGuard implements CanActivate {
  constructor(private readonly limiter: RateLimiter) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<StewardRequest>();
    await this.limiter.count(`passkey:${networkOf(request.clientIp)}`, MAX_REQUESTS, errors.tooManyPasskeyRequests);
    request.gate?.throwIfAborted();
    return true;
  }
}
