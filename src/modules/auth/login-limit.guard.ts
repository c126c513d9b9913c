import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { errors } from '../../common/errors/errors.js';
import { assertNotCut } from '../../common/http/deadline.js';
import type { StewardRequest } from '../../common/http/request.js';
import { Metrics } from '../../common/metrics/metrics.js';
import { ResilientStore } from '../../kv/resilient.store.js';
import { SettingsService } from '../../settings/settings.module.js';
import { isLoginRequest } from './auth.dto.js';

/** The window of the limit (interface §8). */
const WINDOW_MS = 60_000;

/**
 * Bounds what the login logic handles, by client address: both login routes share one count, successes count too, a
 * plain refresh does not (contract §2 `authLimit`, §4). Runs before the body is validated.
 */
@Injectable()
export class LoginLimitGuard implements CanActivate {
  private readonly limit: number;

  constructor(
    private readonly store: ResilientStore,
    private readonly metrics: Metrics,
    settings: SettingsService,
  ) {
    this.limit = settings.get('authLimit', { infer: true });
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<StewardRequest>();
    const { body, clientIp, routeOptions } = request;
    if (this.limit === 0 || (routeOptions.url?.endsWith('/token') && !isLoginRequest(body))) return true;
    const { count, remaining } = await this.store.increment(`limit:login:${clientIp}`, WINDOW_MS);
    assertNotCut(request);
    if (count <= this.limit) return true;
    this.metrics.rateLimited.inc();
    throw errors.tooManyAttempts(Math.max(1, Math.ceil(remaining / 1000)));
  }
}
