import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientModule } from 'steward/http';
import { SecurityEvent } from './security-event.entity.js';
import { SecurityEvents } from './security-events.js';

/** Records security events, for whatever causes them. */
@Module({
  imports: [ClientModule, TypeOrmModule.forFeature([SecurityEvent])],
  providers: [SecurityEvents],
  exports: [SecurityEvents],
})
export class SecurityEventsModule {}
