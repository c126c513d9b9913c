import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Session } from '../session/session.entity.js';
import { SessionModule } from '../session/session.module.js';
import { OnlineController } from './online.controller.js';
import { OnlineService } from './online.service.js';
import { OwnSessionController } from './own-session.controller.js';

/** Online users, and everybody's own sessions. */
@Module({
  imports: [TypeOrmModule.forFeature([Session]), SessionModule],
  controllers: [OnlineController, OwnSessionController],
  providers: [OnlineService],
})
export class OnlineModule {}
