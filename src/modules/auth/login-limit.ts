import { Injectable } from '@nestjs/common';
import { errors } from 'steward/core';
import { networkOf } from 'steward/http';
import { RateLimiter } from 'steward/kv';
import { SettingsService } from 'steward/settings';

/** Limits the logins that are handled per client address: all ways to log in share one count, successes among it. */
@Injectable()
export class LoginLimit {
  private readonly limit: number;

  constructor(
    private readonly limiter: RateLimiter,
    settings: SettingsService,
  ) {
    this.limit = settings.get('authLimit');
  }

  /** @throws AppError 429 for an attempt beyond the limit (AUTH_LIMIT) */
  async count(ip: string): Promise<void> {
    await this.limiter.count(`login:${networkOf(ip)}`, this.limit, errors.tooManyAttempts);
  }
}
