import { join } from 'node:path';
import { readCommand } from '../../src/generator/cli/arguments.js';
import { carryOut } from '../../src/generator/cli/command.js';
import type { Environment } from '../../src/settings/settings.js';
import { TEST_DATA_KEY, TEST_SECRET } from './app.js';
import type { GeneratorApp } from './generator.js';
import { BUILT } from './global-setup.js';
import { StewardProcess } from './process.js';

/** Does what `npm run generate -- …` does within this process, where the compiler is warm. */
export async function runWithin(app: GeneratorApp, parameters: string[]) {
  const written = jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
  try {
    const code = await carryOut(app.steward.app, readCommand(parameters));
    return { code, output: written.mock.calls.map(([text]) => String(text)).join('') };
  } finally {
    written.mockRestore();
  }
}

/** Runs `npm run generate -- …` as a process of its own, on the storage of the application. */
export async function runProcess(
  app: GeneratorApp,
  parameters: string[],
  environment: Environment = {},
  folder = BUILT,
) {
  const settings = { JWT_SECRET: TEST_SECRET, DATA_KEY: TEST_DATA_KEY, GENERATOR_OUTPUT_ROOT: app.output.path };
  const command = new StewardProcess(
    { ...settings, ...app.steward.storage.environment, ...environment },
    join(folder, 'generate.js'),
    parameters,
  );
  const code = await command.run();
  const { output, errors } = command;
  await command.remove();
  return { code, output, errors };
}
