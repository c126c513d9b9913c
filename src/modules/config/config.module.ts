import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule } from 'steward/crud';
import { ConfigItemConcealment } from './config-item.concealment.js';
import { ConfigItemController } from './config-item.controller.js';
import { ConfigItemService } from './config-item.service.js';
import { ConfigWebController } from './config-web.controller.js';
import { ConfigWebService } from './config-web.service.js';
import { ConfigController } from './config.controller.js';
import { Config, ConfigItem } from './config.entity.js';
import { ConfigService } from './config.service.js';

/** Runtime configuration of the platform, editable online. */
@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([Config, ConfigItem])],
  controllers: [ConfigController, ConfigItemController, ConfigWebController],
  providers: [ConfigService, ConfigItemConcealment, ConfigItemService, ConfigWebService],
  exports: [ConfigItemService, ConfigService, ConfigWebService],
})
export class ConfigModule {}
