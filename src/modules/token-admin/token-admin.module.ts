import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule } from 'steward/crud';
import { UserModule } from '../user/user.module.js';
import { ApiToken } from '../api-token/api-token.entity.js';
import { ApiTokenModule } from '../api-token/api-token.module.js';
import { TokenAdminController } from './token-admin.controller.js';
import { TokenAdminService } from './token-admin.service.js';

/** Lets administrators see the API tokens of their tenant, and make those of service accounts. */
@Module({
  imports: [ApiTokenModule, CrudModule, TypeOrmModule.forFeature([ApiToken]), UserModule],
  controllers: [TokenAdminController],
  providers: [TokenAdminService],
})
export class TokenAdminModule {}
