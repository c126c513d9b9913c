import { existsSync, lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { DataSource } from 'typeorm';
import { Menu, MenuType } from '../../src/modules/access/menu.entity.js';
import { compiler } from '../../src/generator/check/compiler.js';
import type { GenerateResult } from '../../src/generator/register/reports.js';
import type { BatchItem } from '../../src/generator/run/generate.result.js';
import { ADMIN_PASSWORD, type TestApp, type TestAppOptions, startApp } from './app.js';
import { expectSuccess } from './checks.js';
import { onServices } from './services.js';

// Once it is warm, it stays so for all specs of a worker.
compiler.idleMs = 3_600_000;

/** Path of the registration below an output root. */
export const INDEX = 'src/modules/generated.modules.ts';

/** Path of the record of the last run, with which it can be undone. */
const UNDO = '.steward/undo.json';

/** The files of a table's module, in no particular order. */
export function filesOf(kebab: string): string[] {
  const kinds = ['controller', 'dto', 'entity', 'module', 'permissions', 'seed', 'service'];
  return [
    `console/src/pages/${kebab}.page.vue`,
    `console/src/pages/${kebab}.text.ts`,
    `console/test/flow/generated/${kebab}.spec.ts`,
    ...kinds.map((kind) => `src/modules/${kebab}/${kebab}.${kind}.ts`),
    `test/generated/${kebab}.spec.ts`,
  ];
}

/** Path of the baseline, which records a table's last rendering. */
export function baselineOf(kebab: string): string {
  return `.steward/${kebab}.json`;
}

/** All files that a run writes for a table, in no particular order. */
export function writtenOf(kebab: string): string[] {
  return [...filesOf(kebab), baselineOf(kebab)];
}

/** The statement that creates a table with a title, and with a state whose comment makes it an enum. */
function tableStatement(name: string): string {
  return onServices
    ? `CREATE TABLE ${name} (id int AUTO_INCREMENT PRIMARY KEY, title varchar(64) NOT NULL DEFAULT '', ` +
        `state int NOT NULL DEFAULT 1 COMMENT 'State:1-on 2-off') COMMENT 'A table of tests'`
    : `CREATE TABLE ${name} (\n  id integer PRIMARY KEY AUTOINCREMENT,\n  title varchar(64) NOT NULL DEFAULT '',\n` +
        `  state int NOT NULL DEFAULT 1 -- State:1-on 2-off\n)`;
}

/** A folder that generated files are written to; by default a new, empty one. */
export class OutputRoot {
  constructor(readonly path = mkdtempSync(join(tmpdir(), 'steward-output-'))) {}

  /** Sorted relative paths of everything in it, links included, except folders and the record for an undo. */
  files(): string[] {
    const entries = readdirSync(this.path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(this.path, join(entry.parentPath, entry.name)))
      .filter((path) => path !== UNDO)
      .sort();
  }

  /** Content of all files, by path. */
  contents(): Record<string, string> {
    return Object.fromEntries(this.files().map((path) => [path, this.read(path)]));
  }

  read(path: string): string {
    return readFileSync(join(this.path, path), 'utf8');
  }

  /** The classes that the registration lists. */
  registered(): string[] {
    if (!existsSync(join(this.path, INDEX))) return [];
    return Array.from(this.read(INDEX).matchAll(/^import \{ (\w+) \} from '\.\//gm), ([, name]) => name ?? '');
  }

  modifiedAt(path: string): number {
    return lstatSync(join(this.path, path)).mtimeMs;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** An application with an output root of its own, and the administrator's calls to the generator. */
export class GeneratorApp {
  private constructor(
    readonly steward: TestApp,
    readonly admin: string,
    readonly output: OutputRoot,
  ) {}

  static async start(env: TestAppOptions['env'] = {}, output = new OutputRoot()): Promise<GeneratorApp> {
    const steward = await startApp({ env: { GENERATOR_OUTPUT_ROOT: output.path, ...env } });
    const admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    return new GeneratorApp(steward, admin, output);
  }

  /** A second instance on the same storage, with an output root of its own. */
  static async beside({ steward: first, admin }: GeneratorApp): Promise<GeneratorApp> {
    const output = new OutputRoot();
    const steward = await startApp({ env: { GENERATOR_OUTPUT_ROOT: output.path }, storage: first.storage });
    return new GeneratorApp(steward, admin, output);
  }

  async stop(): Promise<void> {
    await this.steward.stop();
    this.output.remove();
  }

  async table(...names: string[]): Promise<void> {
    for (const name of names) await this.steward.db.query(tableStatement(name));
  }

  post<T = Record<string, unknown>>(operation: string, body: unknown, token = this.admin) {
    return this.steward.client.post<T>(`/api/generator/${operation}`, body, { token });
  }

  /** The result of a generate; an envelope other than a success fails the test. */
  async generate(tableName: string, options: object = {}): Promise<GenerateResult> {
    const answer = await this.post<GenerateResult>('generate', { tableName, ...options });
    expectSuccess(answer);
    return answer.body.data;
  }

  /** The items of a batch; an envelope other than a success fails the test. */
  async batch(tableNames: string[], options: object = {}): Promise<BatchItem[]> {
    const answer = await this.post<BatchItem[]>('batchGenerate', { tableNames, ...options });
    expectSuccess(answer);
    return answer.body.data;
  }
}

/** The page entries of a module in the menu, and the codes of the buttons below each. */
export async function menusOf({ manager }: DataSource, kebab: string): Promise<{ page: Menu; codes: string[] }[]> {
  const pages = await manager.findBy(Menu, { type: MenuType.Page, path: `/${kebab}` });
  return Promise.all(
    pages.map(async (page) => {
      const buttons = await manager.find(Menu, {
        where: { parentId: page.id, type: MenuType.Button },
        order: { id: 1 },
      });
      return { page, codes: buttons.map(({ permission }) => permission) };
    }),
  );
}
