import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthorisationState } from './authorisation-state.js';
import { OnlineRegistry } from './online.registry.js';
import { SessionCleaner } from './session.cleaner.js';
import { RevokedToken, Session } from './session.entity.js';
import { SessionService } from './session.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Session, RevokedToken])],
  providers: [AuthorisationState, SessionService, OnlineRegistry, SessionCleaner],
  exports: [AuthorisationState, SessionService, OnlineRegistry],
})
export class SessionModule {}
