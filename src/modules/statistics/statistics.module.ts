import { Module } from '@nestjs/common';
import { CrudModule } from 'steward/crud';
import { StatisticsController } from './statistics.controller.js';
import { StatisticsService } from './statistics.service.js';

/** Counts of users, sessions and logins. */
@Module({ imports: [CrudModule], controllers: [StatisticsController], providers: [StatisticsService] })
export class StatisticsModule {}
