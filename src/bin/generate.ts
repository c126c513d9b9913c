/**
 * `npm run generate -- <table>… [options]`: does what the routes below /api/generator do, without a server. Prints the
 * result for each file, and the next steps; `src/generator/cli/` has the options and the exit codes.
 */
import 'reflect-metadata';
import { AppError } from '../core/app.error.js';
import { USAGE, UsageError, readCommand } from '../generator/cli/arguments.js';
import { ExitCode, carryOut } from '../generator/cli/command.js';
import { print } from '../generator/cli/print-results.js';
import { SettingsError } from '../settings/settings-error.js';
import { commandContext } from './command-context.js';

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  if (command.task === 'help') return print(USAGE);
  const context = await commandContext();
  try {
    process.exitCode = await carryOut(context, command);
  } finally {
    await context.close();
  }
}

main().catch((error: unknown) => {
  const expected = error instanceof SettingsError || error instanceof AppError || error instanceof UsageError;
  const text = expected ? error.message : String((error as Error).stack ?? error);
  process.stderr.write(`generate: ${text}\n${error instanceof UsageError ? `${USAGE}\n` : ''}`);
  process.exitCode = ExitCode.failed;
});
