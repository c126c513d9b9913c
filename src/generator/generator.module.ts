import { Module } from '@nestjs/common';
import { AccessModule } from 'steward/access';
import { CrudModule } from 'steward/crud';
import { CompareService } from './run/compare.service.js';
import { Baselines } from './history/baselines.js';
import { ModuleStates } from './compare/module-states.js';
import { ModulePaths } from './plan/module-paths.js';
import { RemoveService } from './run/remove.service.js';
import { RenameRules } from './compare/rename-rules.js';
import { ChangeChecker } from './check/change-checker.js';
import { TableComparer } from './compare/table-comparer.js';
import { TableRunner } from './run/table-runner.js';
import { UndoKeeper } from './run/undo.keeper.js';
import { UndoRecord } from './history/undo.record.js';
import { UndoService } from './run/undo.service.js';
import { DesignService } from './run/design.service.js';
import { DictWriter } from './register/dict.writer.js';
import { MenuWriter } from './register/menu.writer.js';
import { ModuleIndex } from './register/module.index.js';
import { RowEraser } from './register/row.eraser.js';
import { TableRegistrar } from './register/table-registrar.js';
import { GeneratorController } from './api/generator.controller.js';
import { GenerateService } from './run/generate.service.js';
import { OutputLock } from './output/output.lock.js';
import { PlanModule } from './plan.module.js';

/** The code generator. */
@Module({
  imports: [AccessModule, CrudModule, PlanModule],
  controllers: [GeneratorController],
  providers: [
    GenerateService,
    DesignService,
    ...[CompareService, UndoService, RemoveService],
    ...[
      Baselines,
      ModuleStates,
      ModulePaths,
      TableComparer,
      ChangeChecker,
      TableRunner,
      RenameRules,
      UndoKeeper,
      UndoRecord,
    ],
    ...[OutputLock, TableRegistrar, MenuWriter, DictWriter, ModuleIndex, RowEraser],
  ],
})
export class GeneratorModule {}
