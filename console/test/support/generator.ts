import Database from 'better-sqlite3';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Settings } from './steward';

/** The folder that a test's service generates into, and the tables that it generates from. */
export class GeneratorPlace {
  private readonly folder = mkdtempSync(join(tmpdir(), 'steward-generator-'));
  private readonly database = join(this.folder, 'steward.db');

  /** The settings of the service. */
  readonly settings: Settings = { DB_DATABASE: this.database, GENERATOR_OUTPUT_ROOT: join(this.folder, 'out') };

  constructor() {
    // Not after a file's tests: the worker may return to the file, and its service has the database open until then.
    process.once('exit', () => rmSync(this.folder, { recursive: true, force: true }));
  }

  /** Creates a table that has a state with two values, while the service runs. */
  createTable = (name: string): void => {
    this.query(
      `CREATE TABLE ${name} (\n  id integer PRIMARY KEY AUTOINCREMENT,\n  title varchar(64) NOT NULL DEFAULT '',\n` +
        `  state int NOT NULL DEFAULT 1 -- State:1-on 2-off\n)`,
    );
  };

  /** Changes tables while the service runs. */
  query = (sql: string): void => {
    const db = new Database(this.database, { timeout: 10_000 });
    db.exec(sql);
    db.close();
  };

  /** The absolute path of a generated file. */
  inRoot = (path: string): string => join(this.folder, 'out', path);

  /** The text of a generated file. */
  read = (path: string): string => readFileSync(this.inRoot(path), 'utf8');

  /** Changes one place in a generated file, as a developer would. */
  edit = (path: string, what: string | RegExp, by: string): void => {
    const text = this.read(path).replace(what, by);
    if (text === this.read(path)) throw new Error(`${path} has no ${String(what)}`);
    this.write(path, text);
  };

  /** Makes a module and its table contradict each other: a hand edit shortens the title, and the table lengthens it. */
  contradict = (table: string): void => {
    const kebab = table.replaceAll('_', '-');
    this.edit(`src/modules/${kebab}/${kebab}.dto.ts`, '@Text(64)', '@Text(32)');
    this.query(`ALTER TABLE ${table} DROP COLUMN title`);
    this.query(`ALTER TABLE ${table} ADD COLUMN title varchar(128) NOT NULL DEFAULT ''`);
  };

  /** Writes a file as if it had been changed by hand. */
  write = (path: string, text: string): void => {
    mkdirSync(dirname(this.inRoot(path)), { recursive: true });
    writeFileSync(this.inRoot(path), text);
  };
}

/**
 * Answers in place of the service with the design of any table, which has a title and a state and members that the
 * console does not know, and stores what it is sent; it refuses the dictionary `wrong`.
 * @returns a function that returns the design stored last
 */
export async function serveDesign(page: Page): Promise<() => unknown> {
  const column = (label: string, input: string) => ({
    ...{ label, labels: {}, list: true, form: 'edit', filter: true, sort: true, input, show: 'text' },
    ...{ dict: null as string | null, required: false, help: null, group: null, hidden: false, reference: null },
  });
  let design: { columns: Record<string, { dict: string | null } & Record<string, unknown>> } & Record<string, unknown> =
    {
      ...{ label: 'Demo', labels: {}, name: 'demo', moduleName: 'app', key: ['id'] },
      menu: { parentId: 0, icon: '', name: 'Demo', later: 'kept' },
      columns: {
        id: { ...column('Id', 'number'), form: 'none' },
        title: { ...column('Title', 'text'), required: true, later: 'kept' },
        state: { ...column('State', 'select'), dict: 'demo_state' },
      },
      ...{
        times: { created: null, updated: null },
        by: { created: null, updated: null },
        lines: [],
        tabs: [],
        link: false,
      },
      ...{ softDelete: null, tree: null },
    };
  let saved = false;
  await page.route('**/api/generator/design*', async (route) => {
    const answer = (msg: string, data: unknown) => ({ json: { code: msg === '' ? 0 : 1, ok: msg === '', msg, data } });
    if (route.request().method() === 'GET') return route.fulfill(answer('', { design, saved }));
    const sent = (route.request().postDataJSON() as { design: typeof design }).design;
    const wrong = Object.entries(sent.columns).find(([, { dict }]) => dict === 'wrong')?.[0];
    if (wrong !== undefined) {
      return route.fulfill(answer(`columns.${wrong}.dict: there is no dictionary wrong`, {}));
    }
    design = sent;
    saved = true;
    return route.fulfill(answer('', {}));
  });
  return () => design;
}
