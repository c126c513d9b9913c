import type { DataSource, Logger } from 'typeorm';

const nothing = () => undefined;

/** The SQL statements that an application runs while some work goes on. */
export async function statementsOf(db: DataSource, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const before = db.logger;
  const counting: Logger = {
    logQueryError: nothing,
    logQuerySlow: nothing,
    logSchemaBuild: nothing,
    logMigration: nothing,
    log: nothing,
    logQuery: (query) => void statements.push(query),
  };
  db.logger = counting;
  try {
    await work();
  } finally {
    db.logger = before;
  }
  return statements;
}
