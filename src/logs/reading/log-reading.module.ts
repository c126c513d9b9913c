import { Module } from '@nestjs/common';
import { CrudModule } from 'steward/crud';
import { Timelines } from './timelines.js';

/** The dependencies of every log's service. */
@Module({ imports: [CrudModule], providers: [Timelines], exports: [CrudModule, Timelines] })
export class LogReadingModule {}
