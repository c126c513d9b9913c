import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { dialectOf } from 'steward/database';
import { TypeCheck } from './check/type-check.js';
import { Designs } from './plan/designs.js';
import { readers } from './schema/readers.js';
import { OutputFolder } from './output/output.folder.js';
import { PlanCheck, Planner } from './plan/plan.js';
import { TablePlanner } from './plan/table-planner.js';
import { TakenNames } from './plan/taken-names.js';
import { TableReader } from './schema/table.reader.js';
import { Templates } from './plan/templates.js';
import { TableList } from './plan/table-list.js';

/** Reads tables and plans what becomes of them; writes nothing. */
@Module({
  providers: [
    Designs,
    OutputFolder,
    TakenNames,
    TableList,
    Templates,
    { provide: Planner, useClass: TablePlanner },
    { provide: PlanCheck, useClass: TypeCheck },
    {
      provide: TableReader,
      inject: [DataSource],
      useFactory: (db: DataSource) => new readers[dialectOf(db).name](db),
    },
  ],
  exports: [Designs, OutputFolder, PlanCheck, Planner, TableList, TableReader, TakenNames],
})
export class PlanModule {}
