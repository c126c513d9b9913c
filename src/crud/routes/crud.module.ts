import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CrudConcealment } from './crud.concealment.js';
import { SharedReads } from '../read/shared-reads.js';
import { Extenders } from '../write/extenders.js';
import { SystemOperations } from '../write/system-operations.js';

/** The dependencies of every service of the eight operations. */
@Module({
  imports: [DiscoveryModule],
  providers: [CrudConcealment, Extenders, SharedReads, SystemOperations],
  exports: [SharedReads, SystemOperations],
})
export class CrudModule {}
