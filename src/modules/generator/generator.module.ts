import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SownSeed } from '../../database/seeds/sow.js';
import { DictWriter } from './dict.writer.js';
import { GeneratorController } from './generator.controller.js';
import { GeneratorService } from './generator.service.js';
import { MenuWriter } from './menu.writer.js';
import { ModuleIndex } from './module.index.js';
import { OutputLock } from './output.lock.js';
import { PlanModule } from './plan.module.js';
import { SideEffects } from './side-effects.js';

/** The code generator. */
@Module({
  imports: [PlanModule, TypeOrmModule.forFeature([SownSeed])],
  controllers: [GeneratorController],
  providers: [GeneratorService, OutputLock, SideEffects, MenuWriter, DictWriter, ModuleIndex],
})
export class GeneratorModule {}
