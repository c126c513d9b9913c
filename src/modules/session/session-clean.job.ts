import { Injectable } from '@nestjs/common';
import { CronExpression } from '@nestjs/schedule';
import { Job, Jobs } from 'steward/kv';
import { SessionService } from './session.service.js';

/** Removes sessions and revocations whose tokens have all expired. */
@Injectable()
export class SessionClean extends Job<void> {
  constructor(
    jobs: Jobs,
    private readonly sessions: SessionService,
  ) {
    super(jobs, 'SessionClean', CronExpression.EVERY_HOUR);
  }

  protected work(): Promise<void> {
    return this.sessions.clean();
  }
}
