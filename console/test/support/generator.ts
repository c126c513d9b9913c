import Database from 'better-sqlite3';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Settings } from './steward';

/** Where a service of a test generates to, and the tables that it generates from. */
export class GeneratorPlace {
  private readonly folder = mkdtempSync(join(tmpdir(), 'steward-generator-'));
  private readonly database = join(this.folder, 'steward.db');

  /** The settings of the service. */
  readonly settings: Settings = { DB_DATABASE: this.database, GENERATOR_OUTPUT_ROOT: join(this.folder, 'out') };

  constructor() {
    // Not after the tests of a file: the worker may come back to it, and its service has the database open until then.
    process.once('exit', () => rmSync(this.folder, { recursive: true, force: true }));
  }

  /** Makes a table that has a state with two values, while the service runs. */
  createTable = (name: string): void => {
    const db = new Database(this.database, { timeout: 10_000 });
    db.exec(
      `CREATE TABLE ${name} (\n  id integer PRIMARY KEY AUTOINCREMENT,\n  title varchar(64) NOT NULL DEFAULT '',\n` +
        `  state int NOT NULL DEFAULT 1 -- State:1-on 2-off\n)`,
    );
    db.close();
  };

  /** The path of what is generated. */
  inRoot = (path: string): string => join(this.folder, 'out', path);

  /** Writes what somebody has changed since. */
  write = (path: string, text: string): void => {
    mkdirSync(dirname(this.inRoot(path)), { recursive: true });
    writeFileSync(this.inRoot(path), text);
  };
}
