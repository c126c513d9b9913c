import { Injectable, Module } from '@nestjs/common';
import type { Extension } from '../../src/app/extension.js';
import { transact } from '../../src/database/transaction.js';
import { Handles, type WorkContext } from '../../src/work/handles.js';
import { WorkRow } from '../../src/work/work-row.entity.js';
import { Work, type WorkOptions } from '../../src/work/work.js';
import { WorkModule } from '../../src/work/work.module.js';
import type { TestApp } from './app.js';

/** A call of a handler. */
export interface WorkRun extends WorkContext {
  kind: string;
  data: unknown;
}

/** Handlers that remember their calls, and do what a test says. */
@Injectable()
export class TestWork {
  readonly runs: WorkRun[] = [];
  does: (run: WorkRun) => Promise<unknown> | undefined = () => undefined;

  @Handles('test.small', { concurrency: 5 })
  small(data: unknown, context: WorkContext) {
    return this.run('test.small', data, context);
  }

  @Handles('test.rare', { concurrency: 3, perTenant: 1, attempts: 2, timeout: 1 })
  rare(data: unknown, context: WorkContext) {
    return this.run('test.rare', data, context);
  }

  @Handles('test.secret', { encrypted: true, attempts: 5 })
  secret(data: unknown, context: WorkContext) {
    return this.run('test.secret', data, context);
  }

  /** Data of the calls of a kind, in their order. */
  dataOf(kind: string): unknown[] {
    return this.runs.filter((run) => run.kind === kind).map(({ data }) => data);
  }

  private async run(kind: string, data: unknown, context: WorkContext): Promise<void> {
    const run = { ...context, kind, data };
    this.runs.push(run);
    await this.does(run);
  }
}

@Module({ imports: [WorkModule], providers: [TestWork] })
class TestWorkModule {}

/** The kinds `test.small`, `test.rare` and `test.secret`. */
export const testWork: Extension = { module: TestWorkModule };

/** Adds work in a transaction of its own. */
export function addWork(
  { app, db }: TestApp,
  kind: string,
  data: unknown,
  options: Omit<WorkOptions, 'change'> = {},
): Promise<number> {
  return transact(db.manager, undefined, (change) => app.get(Work).add(kind, data, { ...options, change }));
}

/** The row of some work as the database has it now. */
export async function workOf({ db }: TestApp, id: number): Promise<WorkRow> {
  return db.manager.createQueryBuilder(WorkRow, 'work').addSelect('work.data').where({ id }).getOneOrFail();
}
