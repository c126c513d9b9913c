import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CronJob } from 'cron';
import { Log } from '../../core/log/log.module.js';
import { SettingsService } from '../../settings/settings.module.js';
import { LogCleanService } from './log-clean.service.js';

/** Runs LogClean on the schedule of `job.logCleanCron`. */
@Injectable()
export class LogCleanJob implements OnApplicationBootstrap {
  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly service: LogCleanService,
    private readonly settings: SettingsService,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    const job = new CronJob(this.settings.get('job.logCleanCron', { infer: true }), () => this.run());
    this.registry.addCronJob('LogClean', job);
    job.start();
  }

  private async run(): Promise<void> {
    await this.service
      .run()
      .catch((error: Error) => this.log.error({ reason: error.message }, 'LogClean failed and will be tried again'));
  }
}
