import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MysqlReader } from './mysql.reader.js';
import { OutputFolder } from './output.folder.js';
import { PlanCheck, Planner } from './plan.js';
import { SqliteReader } from './sqlite.reader.js';
import { TablePlanner } from './table-planner.js';
import { TableList } from './table-list.js';
import { TableReader } from './table.js';
import { TakenNames } from './taken-names.js';
import { Templates } from './templates.js';
import { TypeCheck } from './type-check.js';

/** Reads tables and plans what becomes of them; writes nothing. */
@Module({
  providers: [
    OutputFolder,
    TakenNames,
    TableList,
    Templates,
    { provide: Planner, useClass: TablePlanner },
    { provide: PlanCheck, useClass: TypeCheck },
    {
      provide: TableReader,
      inject: [DataSource],
      useFactory: (db: DataSource) => (db.options.type === 'mysql' ? new MysqlReader(db) : new SqliteReader(db)),
    },
  ],
  exports: [OutputFolder, PlanCheck, Planner, TableList],
})
export class PlanModule {}
