import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { dialectOf } from 'steward/database';
import { TypeChecker } from './check/type-checker.js';
import { Designs } from './plan/designs.js';
import { readers } from './schema/readers.js';
import { MenuFolders } from './plan/menu-folders.js';
import { OutputFolder } from './output/output.folder.js';
import { Planner } from './plan/planner.js';
import { TakenNames } from './plan/taken-names.js';
import { TableReader } from './schema/table.reader.js';
import { Templates } from './plan/templates.js';
import { TableList } from './plan/table-list.js';

/** Reads tables and plans their modules; writes nothing. */
@Module({
  providers: [
    ...[Designs, MenuFolders, OutputFolder, Planner, TakenNames, TableList, Templates, TypeChecker],
    {
      provide: TableReader,
      inject: [DataSource],
      useFactory: (db: DataSource) => new readers[dialectOf(db).name](db),
    },
  ],
  exports: [Designs, MenuFolders, OutputFolder, Planner, TableList, TableReader, TakenNames, TypeChecker],
})
export class PlanModule {}
