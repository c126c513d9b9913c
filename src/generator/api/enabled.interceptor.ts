import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Observable } from 'rxjs';
import { errors } from 'steward/core';
import { SettingsService } from 'steward/settings';

/**
 * Refuses all routes of the generator while it is turned off. An interceptor, because a guard's refusals do not
 * reach the operation log.
 */
@Injectable()
class EnabledInterceptor implements NestInterceptor {
  constructor(private readonly settings: SettingsService) {}

  intercept(_context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    assertEnabled(this.settings);
    return next.handle();
  }
}

/** Goes above @Recorded(), and so runs inside it: a refusal is recorded too. */
export const WhileEnabled = () => UseInterceptors(EnabledInterceptor);

/** @throws AppError code 1 that says how to turn the generator on */
export function assertEnabled(settings: SettingsService): void {
  if (settings.get('generator.enabled')) return;
  throw errors.failure(
    'The code generator is off: set generator.enabled (environment GENERATOR_ENABLED=true) and restart',
  );
}
