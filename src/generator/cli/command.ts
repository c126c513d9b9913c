import type { INestApplicationContext } from '@nestjs/common';
import { errors } from 'steward/core';
import { SettingsService } from 'steward/settings';
import { CompareService } from '../run/compare.service.js';
import { runOptions } from '../compare/run-options.js';
import { RemoveService } from '../run/remove.service.js';
import { UndoService } from '../run/undo.service.js';
import { DesignService } from '../run/design.service.js';
import { assertEnabled } from '../api/enabled.interceptor.js';
import { GeneratorModule } from '../generator.module.js';
import type { BatchItem } from '../run/generate.result.js';
import { GenerateService } from '../run/generate.service.js';
import type { FileReport } from '../output/file-report.js';
import type { Command } from './arguments.js';
import { print, printChecked, printDiff, printNext, printRemoved, printResult, printUndone } from './print-results.js';

/** Exit codes of the command. */
export const ExitCode = { done: 0, failed: 1, drift: 2 } as const;

/** Carries out a command. @returns the exit code; @throws AppError if nothing of it can be done */
export async function carryOut(context: INestApplicationContext, command: Command): Promise<number> {
  const settings = context.get(SettingsService);
  assertEnabled(settings);
  const module = context.select(GeneratorModule);
  switch (command.task) {
    case 'design':
      return design(module.get(DesignService), command);
    case 'diff':
      return diff(module.get(CompareService), command);
    case 'check':
      return check(module.get(CompareService), command);
    case 'accept':
      return accept(module.get(CompareService), command);
    case 'undo':
      return undo(module.get(UndoService));
    case 'remove':
      return remove(module.get(RemoveService), command);
    default:
      return generate(module.get(GenerateService), settings, command);
  }
}

async function generate(generator: GenerateService, settings: SettingsService, command: Command): Promise<number> {
  const { tables, task } = command;
  const options = runOptions(command.request, settings);
  const results =
    task === 'preview'
      ? await generator.dryRun(tables, options)
      : (await generator.run(tables, options)).map((item): [string, BatchItem] => [item.table, item]);
  for (const [table, result] of results) printResult(table, result, options.mode === 'merge');
  if (task !== 'preview') printNext(results.map(([, result]) => result));
  return codeOf(results.map(([, result]) => result));
}

async function diff(comparisons: CompareService, { tables, request }: Command): Promise<number> {
  const codes: number[] = [];
  for (const tableName of tables) {
    const found = await comparisons.diff({ tableName, moduleName: request.moduleName, renames: request.renames });
    printDiff(found);
    const isFailed = found.problem !== null && found.state !== 'dropped';
    codes.push(isFailed ? ExitCode.failed : found.state === 'current' ? ExitCode.done : ExitCode.drift);
  }
  return codes.includes(ExitCode.failed) ? ExitCode.failed : Math.max(...codes);
}

async function check(comparisons: CompareService, { tables }: Command): Promise<number> {
  const all = await comparisons.check();
  const unknown = tables.find((name) => !all.some(({ table }) => table === name));
  if (unknown !== undefined) throw errors.failure(`${unknown} has no baseline`);
  const checked = tables.length === 0 ? all : all.filter(({ table }) => tables.includes(table));
  checked.forEach(printChecked);
  return checked.every(({ state }) => state === 'current') ? ExitCode.done : ExitCode.drift;
}

async function accept(comparisons: CompareService, { tables }: Command): Promise<number> {
  const results: FileReport[] = [];
  for (const table of tables) {
    const result = await comparisons.accept(table);
    printResult(table, result, false);
    results.push(result);
  }
  return codeOf(results);
}

async function undo(undos: UndoService): Promise<number> {
  const result = await undos.undo();
  printUndone(result);
  return result.failed.length > 0 ? ExitCode.failed : ExitCode.done;
}

async function remove(removals: RemoveService, { tables, grants }: Command): Promise<number> {
  let isFailed = false;
  for (const table of tables) {
    const result = await removals.remove(table, grants);
    printRemoved(table, result);
    isFailed ||= result.failed.length > 0;
  }
  return isFailed ? ExitCode.failed : ExitCode.done;
}

async function design(designs: DesignService, { tables: [table = ''] }: Command): Promise<number> {
  print(JSON.stringify((await designs.show(table)).design, null, 2));
  return ExitCode.done;
}

/** A conflict waits for a person's decision; anything else that fails is a failure. */
function codeOf(results: FileReport[]): number {
  const failing = results.filter(({ failed }) => failed.length > 0);
  if (failing.some(({ conflicts }) => conflicts.length === 0)) return ExitCode.failed;
  return failing.length > 0 ? ExitCode.drift : ExitCode.done;
}
