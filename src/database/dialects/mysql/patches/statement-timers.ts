/** A statement of the driver, with members that are missing from its types. */
interface Statement {
  /** Starts the timer of the statement's time limit, if it has one. */
  _setTimeout: (this: Statement) => void;
  queryTimeout: NodeJS.Timeout | null;
}

interface StatementMaker {
  createQuery(sql: string, values: unknown[], callback: undefined, options: object): object;
}

const patched = new WeakSet<object>();

/**
 * The driver leaves the timer of a statement running when its connection is lost, and a process that ends on its own
 * would wait for it. While the connection is open, its socket keeps the process running, so the timer need not. All
 * statements share a prototype, which no module of the driver exports.
 */
export function withPassiveTimers<D extends object>(driver: D): D {
  const made = (driver as unknown as StatementMaker).createQuery('', [], undefined, {});
  const statement = Object.getPrototypeOf(made) as Statement;
  if (patched.has(statement)) return driver;
  patched.add(statement);
  const { _setTimeout: start } = statement;
  statement._setTimeout = function () {
    start.call(this);
    this.queryTimeout?.unref();
  };
  return driver;
}
