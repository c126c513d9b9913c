import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { CronExpression } from '@nestjs/schedule';
import { LessThanOrEqual, type Repository } from 'typeorm';
import { Clock } from 'steward/core';
import { deleteInBatches } from 'steward/database';
import { Job, Jobs } from 'steward/kv';
import { SsoUse } from './sso-identity.entity.js';

/** Removes states and codes of logins that are too old to be used again. */
@Injectable()
export class SsoClean extends Job<void> {
  constructor(
    jobs: Jobs,
    @InjectRepository(SsoUse) private readonly uses: Repository<SsoUse>,
    private readonly clock: Clock,
  ) {
    super(jobs, 'SsoClean', CronExpression.EVERY_HOUR);
  }

  protected async work(): Promise<void> {
    await deleteInBatches(this.uses, 'hash', { expiresAt: LessThanOrEqual(this.clock.date()) });
  }
}
