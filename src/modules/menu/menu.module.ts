import { Module } from '@nestjs/common';
import { AccessModule } from 'steward/access';
import { CrudModule } from 'steward/crud';
import { MenuTreeService } from './menu-tree.service.js';
import { MenuController } from './menu.controller.js';
import { MenuService } from './menu.service.js';

/** The console's menu. */
@Module({
  imports: [AccessModule, CrudModule],
  controllers: [MenuController],
  providers: [MenuService, MenuTreeService],
  exports: [MenuService, MenuTreeService],
})
export class MenuModule {}
