import { Module } from '@nestjs/common';
import { CrudConcealment } from './crud.concealment.js';
import { SharedReads } from './shared-reads.js';

/** What every service of the eight operations needs. */
@Module({ providers: [CrudConcealment, SharedReads], exports: [SharedReads] })
export class CrudModule {}
