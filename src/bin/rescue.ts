/**
 * `npm run rescue -- <username> [<tenant code>] [--factors]`, in the image `node dist/rescue.js`: prints a link that
 * sets a password, for somebody who is locked out. The link goes to standard output alone, never into a mail or a log.
 */
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { AppError } from '../core/app.error.js';
import { print } from '../core/print.js';
import { RescueService } from '../modules/link/rescue.service.js';
import { SettingsError } from '../settings/settings-error.js';
import { commandContext } from './command-context.js';

const USAGE = 'Usage: npm run rescue -- <username> [<tenant code>] [--factors]';

class RescueUsageError extends Error {}

async function main(): Promise<void> {
  const rescue = readCommand(process.argv.slice(2));
  const context = await commandContext();
  try {
    const { url, expiresAt } = await context.get(RescueService).rescue(rescue);
    print(url);
    print(`It sets the password of ${rescue.username}, once and until ${expiresAt.toISOString()}.`);
  } finally {
    await context.close();
  }
}

function readCommand(given: string[]) {
  try {
    const options = { factors: { type: 'boolean', default: false } } as const;
    const { positionals, values } = parseArgs({ args: given, allowPositionals: true, options });
    const [username, tenantCode, ...others] = positionals;
    if (username !== undefined && others.length === 0) return { username, tenantCode, factors: values.factors };
  } catch (error) {
    throw new RescueUsageError(`${(error as Error).message}\n${USAGE}`);
  }
  throw new RescueUsageError(USAGE);
}

main().catch((error: unknown) => {
  const expected = error instanceof SettingsError || error instanceof AppError || error instanceof RescueUsageError;
  process.stderr.write(`rescue: ${expected ? error.message : String((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
});
