import { parseArgs } from 'node:util';
import { validate } from 'steward/validation';
import type { RunRequest } from '../compare/run-options.js';
import { GenerateDto } from '../api/generator.dto.js';

export const USAGE = `Usage: npm run generate -- <table>... [options]
  --preview        show what would happen to each file, and write nothing
  --overwrite      overwrite existing files (default: the setting generator.overwrite)
  --merge          keep edits made by hand (default: the setting generator.merge)
  --conflicts how  which side wins where both changed the same lines: hand or rendering; markers writes <file>.conflict
  --rename a=b     column a is now called b; repeat for each renamed column
  --module name    first part of the permission codes (default: that of the last run, or of the design)
  --diff           show what --merge would change, and write nothing
  --check          compare modules with their tables; without tables, all modules that have a baseline
  --accept         record the files as they are as the new baseline, and change none
  --undo           undo the last run that changed anything
  --remove         remove the modules of the tables; refused if roles hold their buttons, but see --grants
  --design table   print the design of a table, and generate nothing
  --grants         with --remove: roles lose the page and the buttons that they hold
  --help           show this
Exit code: 0 done or up to date, 1 failed, 2 conflicts or modules that are out of date`;

/** An invalid command line. */
export class UsageError extends Error {}

/** Tasks of the command other than generating. */
const TASKS = ['preview', 'diff', 'check', 'accept', 'undo', 'remove', 'help'] as const;

/** A parsed command line. */
export interface Command {
  task: 'generate' | 'design' | (typeof TASKS)[number];
  tables: string[];
  request: RunRequest;
  /** Whether roles lose the page and the buttons of a removed module. */
  grants: boolean;
}

/**
 * Parses a command line.
 * @throws UsageError for an unknown option, missing tables, invalid values, and tasks that exclude each other
 */
export function readCommand(args: string[]): Command {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...{ preview: { type: 'boolean' }, diff: { type: 'boolean' } },
        ...{ check: { type: 'boolean' }, accept: { type: 'boolean' } },
        ...{ undo: { type: 'boolean' }, remove: { type: 'boolean' }, grants: { type: 'boolean' } },
        ...{ overwrite: { type: 'boolean' }, merge: { type: 'boolean' } },
        ...{ conflicts: { type: 'string' }, module: { type: 'string' }, design: { type: 'string' } },
        ...{ help: { type: 'boolean', short: 'h' }, rename: { type: 'string', multiple: true } },
      },
    });
    const { overwrite, merge, module: moduleName, design, conflicts, rename, grants = false } = values;
    const tasks = [...TASKS.filter((task) => values[task]), ...(design === undefined ? [] : ['design' as const])];
    if (tasks.length > 1) throw new Error(`${tasks.map((task) => `--${task}`).join(' and ')} exclude each other.`);
    const [task = 'generate'] = tasks;
    const tables = design === undefined ? [...new Set(positionals)] : [design];
    if (design !== undefined && positionals.length > 0) throw new Error('A design is that of one table.');
    if (task === 'undo' && tables.length > 0) throw new Error('--undo takes back a whole run, and names no table.');
    if (tables.length === 0 && task !== 'check' && task !== 'undo' && task !== 'help')
      throw new Error('Name at least one table.');
    const request = { overwrite, merge, moduleName, renames: renamesOf(rename) };
    const side = conflicts === 'markers' ? undefined : (conflicts as RunRequest['conflicts']);
    for (const tableName of tables) validate(GenerateDto, defined({ ...request, conflicts: side, tableName }));
    return { task, tables, request: { ...request, conflicts: side ?? (conflicts && 'markers') } as RunRequest, grants };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function renamesOf(pairs: string[] = []): Record<string, string> | undefined {
  const renames = pairs.map((pair): [string, string] => {
    const at = pair.indexOf('=');
    if (at <= 0 || at === pair.length - 1) throw new Error('--rename takes old=new.');
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  return renames.length === 0 ? undefined : Object.fromEntries(renames);
}

/** Leaves out undefined members, because the validation of a body takes them as given. */
function defined(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
