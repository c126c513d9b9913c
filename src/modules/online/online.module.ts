import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Session } from '../session/session.entity.js';
import { SessionModule } from '../session/session.module.js';
import { OnlineController } from './online.controller.js';
import { OnlineService } from './online.service.js';

/** Online users: contract §6. */
@Module({
  imports: [TypeOrmModule.forFeature([Session]), SessionModule],
  controllers: [OnlineController],
  providers: [OnlineService],
})
export class OnlineModule {}
