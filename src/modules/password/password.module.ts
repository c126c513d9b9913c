import { Module } from '@nestjs/common';
import { AccessModule } from 'steward/access';
import { ConfigModule } from '../config/config.module.js';
import { PasswordOrigin } from './password-origin.js';
import { PasswordRules } from './password-rules.js';

/** Which passwords may be set. */
@Module({
  imports: [AccessModule, ConfigModule],
  providers: [PasswordOrigin, PasswordRules],
  exports: [PasswordOrigin, PasswordRules],
})
export class PasswordModule {}
