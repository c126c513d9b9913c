import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule } from 'steward/crud';
import { SecurityEvent } from '../../logs/security-event/security-event.entity.js';
import { OwnSecurityEventController, SecurityEventController } from './security-event.controller.js';
import { SecurityEventService } from './security-event.service.js';

/** Shows security events to administrators, and each user their own. */
@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([SecurityEvent])],
  controllers: [SecurityEventController, OwnSecurityEventController],
  providers: [SecurityEventService],
})
export class SecurityEventModule {}
