import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from 'steward/access';
import { CrudModule } from 'steward/crud';
import { AuthorisationState } from './authorisation-state.js';
import { KnownDevice } from './known-device.entity.js';
import { KnownDeviceService } from './known-device.service.js';
import { OnlineRegistry } from './online.registry.js';
import { RevokedToken, Session } from './session.entity.js';
import { SessionActivity } from './session-activity.js';
import { SessionClean } from './session-clean.job.js';
import { SessionService } from './session.service.js';

@Module({
  imports: [AccessModule, CrudModule, TypeOrmModule.forFeature([KnownDevice, Session, RevokedToken])],
  providers: [AuthorisationState, KnownDeviceService, SessionActivity, SessionService, OnlineRegistry, SessionClean],
  exports: [AuthorisationState, KnownDeviceService, SessionActivity, SessionService, OnlineRegistry],
})
export class SessionModule {}
