import type { INestApplicationContext } from '@nestjs/common';
import { errors } from 'steward/core';
import { SettingsService } from 'steward/settings';
import { AgainService } from '../run/compare.service.js';
import { orderOf } from '../compare/order.js';
import { RemoveService } from '../run/remove.service.js';
import { UndoService } from '../run/undo.service.js';
import { DesignService } from '../run/design.service.js';
import { assertEnabled } from '../api/enabled.interceptor.js';
import { GeneratorModule } from '../generator.module.js';
import type { BatchItem } from '../run/generate.result.js';
import { GeneratorService } from '../run/generate.service.js';
import type { FileReport } from '../output/file-report.js';
import type { Order } from './arguments.js';
import { print, printChecked, printDiff, printNext, printRemoved, printResult, printUndone } from './print.js';

/** Exit codes of the command. */
export const ExitCode = { done: 0, failed: 1, drift: 2 } as const;

/** Does what the command line asks for. @returns the exit code; @throws AppError for what cannot be done at all */
export async function carryOut(context: INestApplicationContext, order: Order): Promise<number> {
  const settings = context.get(SettingsService);
  assertEnabled(settings);
  const module = context.select(GeneratorModule);
  switch (order.task) {
    case 'design':
      return design(module.get(DesignService), order);
    case 'diff':
      return diff(module.get(AgainService), order);
    case 'check':
      return check(module.get(AgainService), order);
    case 'accept':
      return accept(module.get(AgainService), order);
    case 'undo':
      return undo(module.get(UndoService));
    case 'remove':
      return remove(module.get(RemoveService), order);
    default:
      return generate(module.get(GeneratorService), settings, order);
  }
}

async function generate(generator: GeneratorService, settings: SettingsService, order: Order): Promise<number> {
  const { tables, task } = order;
  const asked = orderOf(order.asked, settings);
  const results =
    task === 'preview'
      ? await generator.dryRun(tables, asked)
      : (await generator.run(tables, asked)).map((item): [string, BatchItem] => [item.table, item]);
  for (const [table, result] of results) printResult(table, result, asked.mode === 'merge');
  if (task !== 'preview') printNext(results.map(([, result]) => result));
  return codeOf(results.map(([, result]) => result));
}

async function diff(again: AgainService, { tables, asked }: Order): Promise<number> {
  const codes: number[] = [];
  for (const tableName of tables) {
    const found = await again.diff({ tableName, moduleName: asked.moduleName, renames: asked.renames });
    printDiff(found);
    const isFailed = found.problem !== null && found.state !== 'dropped';
    codes.push(isFailed ? ExitCode.failed : found.state === 'current' ? ExitCode.done : ExitCode.drift);
  }
  return codes.includes(ExitCode.failed) ? ExitCode.failed : Math.max(...codes);
}

async function check(again: AgainService, { tables }: Order): Promise<number> {
  const all = await again.check();
  const unknown = tables.find((name) => !all.some(({ table }) => table === name));
  if (unknown !== undefined) throw errors.failure(`${unknown} has no baseline`);
  const checked = tables.length === 0 ? all : all.filter(({ table }) => tables.includes(table));
  checked.forEach(printChecked);
  return checked.every(({ state }) => state === 'current') ? ExitCode.done : ExitCode.drift;
}

async function accept(again: AgainService, { tables }: Order): Promise<number> {
  const results: FileReport[] = [];
  for (const table of tables) {
    const result = await again.accept(table);
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

async function remove(removals: RemoveService, { tables, grants }: Order): Promise<number> {
  let isFailed = false;
  for (const table of tables) {
    const result = await removals.remove(table, grants);
    printRemoved(table, result);
    isFailed ||= result.failed.length > 0;
  }
  return isFailed ? ExitCode.failed : ExitCode.done;
}

async function design(designs: DesignService, { tables: [table = ''] }: Order): Promise<number> {
  print(JSON.stringify((await designs.show(table)).design, null, 2));
  return ExitCode.done;
}

/** A conflict is for a person to decide; anything else that fails is a failure. */
function codeOf(results: FileReport[]): number {
  const failing = results.filter(({ failed }) => failed.length > 0);
  if (failing.some(({ conflicts }) => conflicts.length === 0)) return ExitCode.failed;
  return failing.length > 0 ? ExitCode.drift : ExitCode.done;
}
