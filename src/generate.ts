/**
 * `npm run generate -- <table>… [--preview] [--overwrite] [--module name]`: what POST /api/generator/batchGenerate does,
 * without a server. Prints what becomes of each file, and what to do next. `--design <table>` prints the design in force
 * as JSON instead. Exit code 1 when something failed.
 */
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { createContext } from './app/app.setup.js';
import { AppError } from './core/app.error.js';
import { extensions } from './extensions.js';
import { validate } from './http/validation/validate.js';
import { orderOf } from './modules/generator/again/order.js';
import { DesignService } from './modules/generator/design.service.js';
import { assertEnabled } from './modules/generator/enabled.interceptor.js';
import { GenerateDto } from './modules/generator/generator.dto.js';
import { GeneratorModule } from './modules/generator/generator.module.js';
import { type BatchItem, messageOf } from './modules/generator/generator.result.js';
import { GeneratorService } from './modules/generator/generator.service.js';
import type { FileReport } from './modules/generator/output/file-report.js';
import { SettingsError, loadSettings, readEnvironment } from './settings/settings.js';
import { SettingsService } from './settings/settings.module.js';

const USAGE = `Usage: npm run generate -- <table>... [options]
  --preview      say what would become of each file, and write nothing
  --overwrite    overwrite files that are there (default: the setting generator.overwrite)
  --module name  first part of the permission codes (default: that of the table's design, or app)
  --design table print the design of a table, and generate nothing`;

/** A command line that does not hold. */
class UsageError extends Error {}

interface Order {
  tables: string[];
  preview: boolean;
  overwrite: boolean | undefined;
  moduleName: string | undefined;
  /** The table whose design is wanted, instead of a run. */
  design: string | undefined;
}

async function main(): Promise<void> {
  const order = readOrder();
  const settings = loadSettings(readEnvironment());
  const context = await createContext(
    { ...settings, log: { level: 'error' } },
    {
      extensions,
      announcePassword: (password) =>
        print(`First start: log in as admin with the password ${password} (shown only once)`),
    },
  );
  try {
    assertEnabled(context.get(SettingsService));
    const module = context.select(GeneratorModule);
    if (order.design === undefined) await run(module.get(GeneratorService), context.get(SettingsService), order);
    else print(JSON.stringify((await module.get(DesignService).show(order.design)).design, null, 2));
  } finally {
    await context.close();
  }
}

async function run(
  generator: GeneratorService,
  settings: SettingsService,
  { tables, preview, overwrite, moduleName }: Order,
): Promise<void> {
  const asked = orderOf({ moduleName, overwrite }, settings);
  const results = preview
    ? await generator.dryRun(tables, asked)
    : (await generator.run(tables, asked)).map((item): [string, BatchItem] => [item.table, item]);
  for (const [table, result] of results) printResult(table, result);
  if (!preview) printNext(results.map(([, result]) => result));
  if (results.some(([, { failed }]) => failed.length > 0)) process.exitCode = 1;
}

/** @throws UsageError for an unknown option, a missing table, a module name that does not hold, or a design and tables */
function readOrder(): Order {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        preview: { type: 'boolean' },
        overwrite: { type: 'boolean' },
        module: { type: 'string' },
        design: { type: 'string' },
      },
    });
    const { overwrite, module: moduleName, preview = false, design } = values;
    const tables = [...new Set(positionals)];
    if (design !== undefined && tables.length > 0) throw new UsageError('A design is that of one table.');
    if (design === undefined && tables.length === 0) throw new UsageError('Name at least one table.');
    for (const tableName of tables) validate(GenerateDto, { tableName, moduleName });
    return { tables, preview, overwrite, moduleName, design };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function printResult(table: string, result: FileReport | BatchItem): void {
  print(table);
  const { generated, skipped, overwritten, failed } = result;
  for (const [word, paths] of Object.entries({ create: generated, skip: skipped, overwrite: overwritten })) {
    for (const path of paths) line(word, path);
  }
  for (const { path, message } of failed) line('fail', `${path}: ${message}`);
  if ('menu' in result && failed.length === 0) {
    line('menu', result.menu.message);
    for (const { dict, status } of result.dict) line('dict', `${dict}: ${status}`);
    line('route', result.route.message);
  }
  print(`  ${messageOf(result, false)}`);
}

function printNext(results: FileReport[]): void {
  const changed = results.flatMap(({ generated, overwritten }) => [...generated, ...overwritten]);
  const specs = changed.filter((path) => path.startsWith('test/'));
  if (changed.length === 0) return;
  print('Next: rebuild and restart the service (npm run dev does it by itself), and grant the new menu to roles.');
  if (specs.length > 0) print(`Test: npm test -- ${specs.join(' ')}`);
}

function line(word: string, text: string): void {
  print(`  ${word.padEnd(9)}  ${text}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().catch((error: unknown) => {
  const expected = error instanceof SettingsError || error instanceof AppError || error instanceof UsageError;
  const text = expected ? error.message : String((error as Error).stack ?? error);
  process.stderr.write(`generate: ${text}\n${error instanceof UsageError ? `${USAGE}\n` : ''}`);
  process.exitCode = 1;
});
