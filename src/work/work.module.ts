import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WorkClean } from './work-clean.job.js';
import { WorkHandlers } from './work-handlers.js';
import { WorkMetrics } from './work-metrics.js';
import { WorkRow } from './work-row.entity.js';
import { WorkRunner } from './work-runner.js';
import { WorkTable } from './work-table.js';
import { WorkTurns } from './work-turns.js';
import { Work } from './work.js';

/** The queue of work that commits leave to be done later. */
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([WorkRow])],
  providers: [Work, WorkHandlers, WorkTable, WorkTurns, WorkRunner, WorkMetrics, WorkClean],
  exports: [Work, WorkHandlers, WorkRunner, WorkTable],
})
export class WorkModule {}
