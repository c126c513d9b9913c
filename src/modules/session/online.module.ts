import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CrudModule } from 'steward/crud';
import { OnlineController } from './online.controller.js';
import { OnlineService } from './online.service.js';
import { OwnSessionController } from './own-session.controller.js';
import { Session } from './session.entity.js';
import { SessionModule } from './session.module.js';

/** Online users, and each user's own sessions. */
@Module({
  imports: [CrudModule, TypeOrmModule.forFeature([Session]), SessionModule],
  controllers: [OnlineController, OwnSessionController],
  providers: [OnlineService],
})
export class OnlineModule {}
