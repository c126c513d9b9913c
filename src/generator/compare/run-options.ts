import { errors } from 'steward/core';
import type { SettingsService } from 'steward/settings';
import type { Side } from '../merge/merge.js';
import type { Mode } from './decide.js';

/** How tables are turned into modules. */
export interface RunOptions {
  mode: Mode;
  /** First part of the permission codes; by default the baseline's, or else the design's. */
  moduleName?: string;
  /** Paths of the files to write; all if omitted. */
  only?: string[];
  /** The side that wins conflicts, or `markers` to show them in files of their own. */
  conflicts?: Side | 'markers';
  /** Name of the run: an undo takes back all consecutive requests with one name. */
  run?: string;
  /** Renamed columns, old → new. */
  renames: ReadonlyMap<string, string>;
}

/** The options of a run as a request or the command gives them. */
export interface RunRequest extends Partial<Omit<RunOptions, 'mode' | 'renames'>> {
  overwrite?: boolean;
  merge?: boolean;
  renames?: Record<string, string>;
}

/**
 * The options of a run; the settings decide what a request leaves open. Asking for overwrite or merge overrides both
 * settings.
 * @throws AppError code 1 for a request that contradicts itself
 */
export function runOptions(request: RunRequest, settings: SettingsService): RunOptions {
  const { overwrite, merge, renames = {}, moduleName, only, conflicts, run } = request;
  if (overwrite === true && merge === true) throw errors.failure('overwrite and merge exclude each other');
  const mode = modeOf(overwrite, merge, settings);
  const options = { mode, moduleName, only, conflicts, run, renames: new Map(Object.entries(renames)) };
  if (mode === 'merge') return options;
  if (conflicts !== undefined) throw errors.failure('conflicts says how to merge: it needs merge');
  if (options.renames.size > 0) throw errors.failure('renames says how to merge: it needs merge');
  return options;
}

function modeOf(overwrite: boolean | undefined, merge: boolean | undefined, settings: SettingsService): Mode {
  if (merge === true) return 'merge';
  if (overwrite === undefined && merge === undefined && settings.get('generator.merge')) return 'merge';
  return (overwrite ?? settings.get('generator.overwrite')) ? 'overwrite' : 'default';
}
