import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from 'steward/access';
import { CrudModule } from 'steward/crud';
import { ViewController } from './view.controller.js';
import { SavedView } from './view.entity.js';
import { ViewService } from './view.service.js';

/** Saved views of the console's tables. */
@Module({
  imports: [AccessModule, CrudModule, TypeOrmModule.forFeature([SavedView])],
  controllers: [ViewController],
  providers: [ViewService],
})
export class ViewModule {}
