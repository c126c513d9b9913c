import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { Log } from '../../core/log/log.module.js';
import { SessionService } from './session.service.js';

/** Removes sessions and revocations whose tokens have all expired; harmless on several instances at once. */
@Injectable()
export class SessionCleaner {
  constructor(
    private readonly sessions: SessionService,
    private readonly log: Log,
  ) {}

  @Cron(CronExpression.EVERY_HOUR)
  async run(): Promise<void> {
    await this.sessions
      .clean()
      .catch((error: Error) => this.log.error({ reason: error.message }, 'Expired sessions could not be removed'));
  }
}
