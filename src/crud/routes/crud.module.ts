import { Module } from '@nestjs/common';
import { CrudConcealment } from './crud.concealment.js';
import { SharedReads } from '../read/shared-reads.js';
import { Timelines } from '../read/timelines.js';

/** The dependencies of every service of the eight operations. */
@Module({ providers: [CrudConcealment, SharedReads, Timelines], exports: [SharedReads, Timelines] })
export class CrudModule {}
