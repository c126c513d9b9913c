/**
 * A service that changes rows, each change leaving work, and ends itself without notice: run by
 * `test/e2e/work-kill.spec.ts` with its settings as the first argument. The second argument is a kind of statement, and
 * the third a number n: it ends before it sends the nth statement of this kind, or after many of all kinds, and prints
 * how many of each there were, as JSON. Without a kind it changes nothing, and stops once no work is left.
 */
import 'reflect-metadata';
import { writeSync } from 'node:fs';
import { Injectable, Module } from '@nestjs/common';
import { DataSource, In, type Logger } from 'typeorm';
import { createApp } from '../../src/app/app.setup.js';
import { transact, type Transaction } from '../../src/database/transaction.js';
import { Role } from '../../src/modules/access/role.entity.js';
import { type Environment, loadSettings } from '../../src/settings/settings.js';
import { Handles, type WorkContext } from '../../src/work/handles.js';
import { WorkRow } from '../../src/work/work-row.entity.js';
import { Work } from '../../src/work/work.js';
import { WorkModule } from '../../src/work/work.module.js';

const [, , environment = '{}', kind = '', times = '0'] = process.argv;

/** How many statements are many. */
const MANY = 400;

/** What statements that differ only in their values have in common. */
function kindOf(statement: string): string {
  return statement
    .replace(/\s+/g, ' ')
    .replace(/\d+/g, '?')
    .replace(/\?(, \?)+/g, '?');
}

/** Rows that stand for a change, and for what its work did. */
function note({ manager }: Transaction, code: string): Promise<Role> {
  return manager.save(manager.create(Role, { tenantId: 0, name: code, code, status: 1, sort: 0, remark: '' }));
}

@Injectable()
class Effects {
  constructor(private readonly db: DataSource) {}

  @Handles('kill.effect', { concurrency: 3 })
  async effect({ n }: { n: string }, { finish }: WorkContext): Promise<void> {
    await transact(this.db.manager, undefined, async (change) => {
      await note(change, `effect-${n}`);
      await finish(change);
    });
  }
}

@Module({ imports: [WorkModule], providers: [Effects] })
class EffectsModule {}

const app = await createApp(loadSettings(JSON.parse(environment) as Environment), {
  extensions: [{ module: EffectsModule }],
});
const db = app.get(DataSource);

if (kind === '') {
  while (await db.manager.existsBy(WorkRow, { state: In(['waiting', 'running']) })) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await app.close();
} else {
  let all = 0;
  const sent: Record<string, number> = {};
  const nothing = () => undefined;
  const counting: Logger = {
    logQueryError: nothing,
    logQuerySlow: nothing,
    logSchemaBuild: nothing,
    logMigration: nothing,
    log: nothing,
    // Called before the statement is sent.
    logQuery: (statement: string) => {
      const sort = kindOf(statement);
      sent[sort] = (sent[sort] ?? 0) + 1;
      if (sent[kind] !== Number(times) && ++all < MANY) return;
      writeSync(process.stdout.fd, JSON.stringify(sent));
      process.kill(process.pid, 'SIGKILL');
    },
  };
  db.logger = counting;
  for (let i = 0; ; i++) {
    const n = `${process.pid}-${i}`;
    await transact(db.manager, undefined, async (change) => {
      await note(change, `change-${n}`);
      await app.get(Work).add('kill.effect', { n }, { change });
    });
  }
}
