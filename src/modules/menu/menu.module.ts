import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MenuTreeService } from './menu-tree.service.js';
import { MenuController } from './menu.controller.js';
import { Menu } from './menu.entity.js';
import { MenuService } from './menu.service.js';

/** The console's menu. */
@Module({
  imports: [TypeOrmModule.forFeature([Menu])],
  controllers: [MenuController],
  providers: [MenuService, MenuTreeService],
  exports: [MenuService, MenuTreeService],
})
export class MenuModule {}
