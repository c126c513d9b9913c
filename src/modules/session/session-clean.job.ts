import { Injectable } from '@nestjs/common';
import { CronExpression } from '@nestjs/schedule';
import { AccountLinks } from 'steward/access';
import { Job, Jobs } from 'steward/kv';
import { KnownDeviceService } from './known-device.service.js';
import { SessionService } from './session.service.js';

/** Removes sessions and revocations whose tokens have all expired, expired links, and devices no longer used. */
@Injectable()
export class SessionClean extends Job<void> {
  constructor(
    jobs: Jobs,
    private readonly sessions: SessionService,
    private readonly devices: KnownDeviceService,
    private readonly links: AccountLinks,
  ) {
    super(jobs, 'SessionClean', CronExpression.EVERY_HOUR);
  }

  protected async work(): Promise<void> {
    await this.sessions.clean();
    await this.devices.clean();
    await this.links.clean();
  }
}
