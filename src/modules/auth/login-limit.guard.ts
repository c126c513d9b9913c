import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { errors } from 'steward/core';
import { networkOf, type StewardRequest } from 'steward/http';
import { RateLimiter } from 'steward/kv';
import { SettingsService } from 'steward/settings';
import { isLoginRequest } from './auth.dto.js';

/**
 * Limits the logins that are handled per client address: all login routes share one count, and successes count too, but
 * a plain refresh does not. Runs before the body is validated.
 */
@Injectable()
export class LoginLimitGuard implements CanActivate {
  private readonly limit: number;

  constructor(
    private readonly limiter: RateLimiter,
    settings: SettingsService,
  ) {
    this.limit = settings.get('authLimit');
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<StewardRequest>();
    const { body, clientIp, routeOptions } = request;
    if (routeOptions.url?.endsWith('/token') && !isLoginRequest(body)) return true;
    await this.limiter.count(`login:${networkOf(clientIp)}`, this.limit, errors.tooManyAttempts);
    request.gate?.throwIfAborted();
    return true;
  }
}
