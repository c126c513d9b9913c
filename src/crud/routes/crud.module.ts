import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { UsualConcealment } from '../../http/recording/operation.js';
import { ExtendedBodies } from '../../http/validation/extended-bodies.js';
import { AddedMembers } from './added-members.js';
import { CrudConcealment } from './crud.concealment.js';
import { SharedReads } from '../read/shared-reads.js';
import { VisibleRows } from '../read/visible-rows.js';
import { Extenders } from '../write/extenders.js';
import { SystemOperations } from '../write/system-operations.js';

/** The dependencies of every service of the eight operations. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    AddedMembers,
    ExtendedBodies,
    Extenders,
    SharedReads,
    SystemOperations,
    { provide: UsualConcealment, useClass: CrudConcealment },
    VisibleRows,
  ],
  exports: [ExtendedBodies, SharedReads, SystemOperations, VisibleRows],
})
export class CrudModule {}
