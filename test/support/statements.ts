import type { DataSource, Logger } from 'typeorm';

const nothing = () => undefined;

/** A statement as it was run. */
export interface RunQuery {
  sql: string;
  parameters: unknown[];
}

/** The SQL statements that an application runs while some work goes on. */
export async function statementsOf(db: DataSource, work: () => Promise<unknown>): Promise<string[]> {
  return (await queriesOf(db, work)).map(({ sql }) => sql);
}

/** As {@link statementsOf}, with the values of the parameters. */
export async function queriesOf(db: DataSource, work: () => Promise<unknown>): Promise<RunQuery[]> {
  const statements: RunQuery[] = [];
  const before = db.logger;
  const counting: Logger = {
    logQueryError: nothing,
    logQuerySlow: nothing,
    logSchemaBuild: nothing,
    logMigration: nothing,
    log: nothing,
    logQuery: (sql, parameters = []) => void statements.push({ sql, parameters: parameters as unknown[] }),
  };
  db.logger = counting;
  try {
    await work();
  } finally {
    db.logger = before;
  }
  return statements;
}
