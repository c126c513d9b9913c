import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule } from 'steward/crud';
import { AuthorisationState } from './authorisation-state.js';
import { OnlineRegistry } from './online.registry.js';
import { RevokedToken, Session } from './session.entity.js';
import { SessionClean } from './session-clean.job.js';
import { SessionService } from './session.service.js';

@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([Session, RevokedToken])],
  providers: [AuthorisationState, SessionService, OnlineRegistry, SessionClean],
  exports: [AuthorisationState, SessionService, OnlineRegistry],
})
export class SessionModule {}
