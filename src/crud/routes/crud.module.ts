import { Module } from '@nestjs/common';
import { CrudConcealment } from './crud.concealment.js';
import { SharedReads } from '../read/shared-reads.js';

/** The dependencies of every service of the eight operations. */
@Module({ providers: [CrudConcealment, SharedReads], exports: [SharedReads] })
export class CrudModule {}
