import { Module } from '@nestjs/common';
import { SharedReads } from './shared-reads.js';

/** What every service of the eight operations needs. */
@Module({ providers: [SharedReads], exports: [SharedReads] })
export class CrudModule {}
