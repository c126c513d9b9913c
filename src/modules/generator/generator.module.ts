import { Module } from '@nestjs/common';
import { AccessModule } from 'steward/access';
import { CrudModule } from 'steward/crud';
import { AgainService } from './again/again.service.js';
import { Baselines } from './again/baselines.js';
import { ModuleCheck } from './again/module-check.js';
import { ModulePaths } from './again/module-paths.js';
import { RemoveService } from './again/remove.service.js';
import { Renames } from './again/renames.js';
import { RunCheck } from './again/run-check.js';
import { TableChanges } from './again/table-changes.js';
import { TableRun } from './again/table-run.js';
import { UndoKeeper } from './again/undo.keeper.js';
import { UndoRecord } from './again/undo.record.js';
import { UndoService } from './again/undo.service.js';
import { DesignService } from './design.service.js';
import { DictWriter } from './effects/dict.writer.js';
import { MenuWriter } from './effects/menu.writer.js';
import { ModuleIndex } from './effects/module.index.js';
import { RowEraser } from './effects/row.eraser.js';
import { SideEffects } from './effects/side-effects.js';
import { GeneratorController } from './generator.controller.js';
import { GeneratorService } from './generator.service.js';
import { OutputLock } from './output/output.lock.js';
import { PlanModule } from './plan.module.js';

/** The code generator. */
@Module({
  imports: [AccessModule, CrudModule, PlanModule],
  controllers: [GeneratorController],
  providers: [
    GeneratorService,
    DesignService,
    ...[AgainService, UndoService, RemoveService],
    ...[Baselines, ModuleCheck, ModulePaths, TableChanges, RunCheck, TableRun, Renames, UndoKeeper, UndoRecord],
    ...[OutputLock, SideEffects, MenuWriter, DictWriter, ModuleIndex, RowEraser],
  ],
})
export class GeneratorModule {}
