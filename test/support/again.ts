import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckedTable, TableDiff } from '../../src/generator/compare/compare.result.js';
import type { GenerateResult } from '../../src/generator/register/reports.js';
import { Dict, DictItem } from '../../src/modules/dict/dict.entity.js';
import { expectSuccess } from './checks.js';
import { type GeneratorApp, baselineOf, filesOf } from './generator.js';
import { onServices } from './services.js';

/** A table with its generated module, to be edited, changed and generated again. */
export class GeneratedTable {
  readonly kebab: string;

  constructor(
    private readonly app: GeneratorApp,
    readonly name: string,
  ) {
    this.kebab = name.replaceAll('_', '-');
  }

  /** Creates the table, and generates its module. */
  static async of(app: GeneratorApp, name: string): Promise<GeneratedTable> {
    const table = new GeneratedTable(app, name);
    await app.table(name);
    expect((await app.generate(name)).failed).toEqual([]);
    return table;
  }

  /** Creates several, called `<prefix>1` and so on, and generates their modules in one batch, compiled together. */
  static async several(app: GeneratorApp, prefix: string, amount: number): Promise<GeneratedTable[]> {
    const tables = Array.from({ length: amount }, (_, index) => new GeneratedTable(app, `${prefix}${index + 1}`));
    const tableNames = tables.map(({ name }) => name);
    await app.table(...tableNames);
    const answer = await app.post<GenerateResult[]>('batchGenerate', { tableNames });
    expectSuccess(answer);
    expect(answer.body.data.flatMap(({ failed }) => failed)).toEqual([]);
    return tables;
  }

  /** Path of one of its files: `dto`, `page`, … */
  path(kind: string): string {
    const suffix = { page: '.page.vue', text: '.text.ts', spec: '.spec.ts' }[kind] ?? `.${kind}.ts`;
    const files = filesOf(this.kebab).filter((path) => !path.includes('/flow/'));
    return files.find((path) => path.endsWith(`/${this.kebab}${suffix}`)) ?? '';
  }

  read(kind: string): string {
    return readFileSync(this.on(kind), 'utf8');
  }

  write(kind: string, text: string): void {
    writeFileSync(this.on(kind), text);
  }

  append(kind: string, text: string): void {
    appendFileSync(this.on(kind), text);
  }

  replace(kind: string, what: string | RegExp, by: string): void {
    const text = this.read(kind);
    const replaced = text.replace(what, by);
    expect(replaced).not.toBe(text);
    this.write(kind, replaced);
  }

  remove(kind: string): void {
    rmSync(this.on(kind));
  }

  has(kind: string): boolean {
    return existsSync(this.on(kind));
  }

  /** Adds an integer column without a default. */
  gains(column: string): Promise<unknown> {
    return this.app.steward.db.query(`ALTER TABLE ${this.name} ADD COLUMN ${column} int`);
  }

  loses(column: string): Promise<unknown> {
    return this.app.steward.db.query(`ALTER TABLE ${this.name} DROP COLUMN ${column}`);
  }

  renames(column: string, to: string): Promise<unknown> {
    return this.app.steward.db.query(`ALTER TABLE ${this.name} RENAME COLUMN ${column} TO ${to}`);
  }

  /** Gives the state column other values; on SQLite the table loses its rows and any other changes. */
  async relists(list: string): Promise<void> {
    const { db } = this.app.steward;
    if (onServices) {
      await db.query(`ALTER TABLE ${this.name} MODIFY state int NOT NULL DEFAULT 1 COMMENT 'State:${list}'`);
      return;
    }
    await db.query(`DROP TABLE ${this.name}`);
    await db.query(
      `CREATE TABLE ${this.name} (\n  id integer PRIMARY KEY AUTOINCREMENT,\n  title varchar(64) NOT NULL DEFAULT '',\n` +
        `  state int NOT NULL DEFAULT 1 -- State:${list}\n)`,
    );
  }

  /** The items of the state column's dictionary, in their order. */
  async items(): Promise<DictItem[]> {
    const { manager } = this.app.steward.db;
    const { id: dictId } = await manager.findOneByOrFail(Dict, { code: `${this.name}_state` });
    return manager.find(DictItem, { where: { dictId }, order: { sort: 'ASC', id: 'ASC' } });
  }

  merge(options: object = {}): Promise<GenerateResult> {
    return this.app.generate(this.name, { merge: true, ...options });
  }

  async diff(options: object = {}): Promise<TableDiff> {
    const answer = await this.app.post<TableDiff>('diff', { tableName: this.name, ...options });
    expectSuccess(answer);
    return answer.body.data;
  }

  async accept(): Promise<GenerateResult> {
    const answer = await this.app.post<GenerateResult>('accept', { tableName: this.name });
    expectSuccess(answer);
    return answer.body.data;
  }

  /** How the table compares with its module; undefined if the module has no baseline. */
  async check(): Promise<CheckedTable | undefined> {
    return (await checked(this.app)).find(({ table }) => table === this.name);
  }

  /** Content of its files and its baseline, by path, as far as they exist. */
  contents(): Record<string, string> {
    return this.contentOf([...filesOf(this.kebab), this.baseline]);
  }

  /** Content of its files, without the baseline. */
  files(): Record<string, string> {
    return this.contentOf(filesOf(this.kebab));
  }

  get baseline(): string {
    return baselineOf(this.kebab);
  }

  /** Changes the content of its baseline without updating the digest. */
  tamper(what: string | RegExp, by: string): void {
    const file = this.at(this.baseline);
    writeFileSync(file, readFileSync(file, 'utf8').replace(what, by));
  }

  at(path: string): string {
    return join(this.app.output.path, path);
  }

  private contentOf(paths: string[]): Record<string, string> {
    const there = paths.filter((path) => existsSync(this.at(path)));
    return Object.fromEntries(there.map((path) => [path, readFileSync(this.at(path), 'utf8')]));
  }

  private on(kind: string): string {
    return this.at(this.path(kind));
  }
}

/** The answer of GET /api/generator/check. */
export async function checked(app: GeneratorApp): Promise<CheckedTable[]> {
  const answer = await app.steward.client.get<CheckedTable[]>('/api/generator/check', app.admin);
  expectSuccess(answer);
  return answer.body.data;
}
