import { Module } from '@nestjs/common';
import { AccessModule } from 'steward/access';
import { AuthModule } from '../auth/auth.module.js';
import { ConfigModule } from '../config/config.module.js';
import { ConsoleConfigController } from './console-config.controller.js';
import { ConsoleConfigService } from './console-config.service.js';
import { ConsoleSessionController } from './console-session.controller.js';
import { ConsoleSessionService } from './console-session.service.js';
import { RefreshCookie } from './refresh-cookie.js';

/** The routes that only the console uses; not part of the application while `console.enabled` is off. */
@Module({
  imports: [AccessModule, AuthModule, ConfigModule],
  controllers: [ConsoleConfigController, ConsoleSessionController],
  providers: [ConsoleConfigService, ConsoleSessionService, RefreshCookie],
})
export class ConsoleModule {}
