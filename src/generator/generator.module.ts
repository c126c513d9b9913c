import { Module } from '@nestjs/common';
import { AccessModule } from 'steward/access';
import { CrudModule } from 'steward/crud';
import { AgainService } from './run/compare.service.js';
import { Baselines } from './history/baselines.js';
import { ModuleCheck } from './compare/module-check.js';
import { ModulePaths } from './plan/module-paths.js';
import { RemoveService } from './run/remove.service.js';
import { Renames } from './compare/renames.js';
import { RunCheck } from './check/run-check.js';
import { TableChanges } from './compare/table-changes.js';
import { TableRun } from './run/table-run.js';
import { UndoKeeper } from './run/undo.keeper.js';
import { UndoRecord } from './history/undo.record.js';
import { UndoService } from './run/undo.service.js';
import { DesignService } from './run/design.service.js';
import { DictWriter } from './register/dict.writer.js';
import { MenuWriter } from './register/menu.writer.js';
import { ModuleIndex } from './register/module.index.js';
import { RowEraser } from './register/row.eraser.js';
import { SideEffects } from './register/side-effects.js';
import { GeneratorController } from './api/generator.controller.js';
import { GeneratorService } from './run/generate.service.js';
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
