import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { errors } from 'steward/core';
import { networkOf, type StewardRequest } from 'steward/http';
import { RateLimiter } from 'steward/kv';
import { SettingsService } from 'steward/settings';

/** Limits how many captchas are drawn per client address: each costs processor time and room in the store. */
@Injectable()
export class CaptchaLimitGuard implements CanActivate {
  private readonly limit: number;

  constructor(
    private readonly limiter: RateLimiter,
    settings: SettingsService,
  ) {
    this.limit = settings.get('captcha.limit');
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<StewardRequest>();
    await this.limiter.count(`captcha:${networkOf(request.clientIp)}`, this.limit, errors.tooManyCaptchas);
    request.gate?.throwIfAborted();
    return true;
  }
}
