import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule } from 'steward/crud';
import { DictDataController } from './dict-data.controller.js';
import { DictItemController } from './dict-item.controller.js';
import { DictItemService } from './dict-item.service.js';
import { DictController } from './dict.controller.js';
import { Dict, DictItem } from './dict.entity.js';
import { DictService } from './dict.service.js';

/** Dictionaries. */
@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([Dict, DictItem])],
  controllers: [DictController, DictItemController, DictDataController],
  providers: [DictService, DictItemService],
  exports: [DictService, DictItemService],
})
export class DictModule {}
