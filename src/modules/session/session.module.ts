import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule } from '../../crud/crud.module.js';
import { AuthorisationState } from './authorisation-state.js';
import { OnlineRegistry } from './online.registry.js';
import { SessionCleaner } from './session.cleaner.js';
import { RevokedToken, Session } from './session.entity.js';
import { SessionService } from './session.service.js';

@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([Session, RevokedToken])],
  providers: [AuthorisationState, SessionService, OnlineRegistry, SessionCleaner],
  exports: [AuthorisationState, SessionService, OnlineRegistry],
})
export class SessionModule {}
