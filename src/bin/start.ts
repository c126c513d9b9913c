import cluster from 'node:cluster';
import { explain } from '../core/explain.js';
import { keepTickShape } from '../core/tick-shape.js';
import { loadSettings, readEnvironment } from '../settings/settings.js';
import { SettingsError } from '../settings/settings-error.js';

/** Starts the service or, with several workers, the supervisor, which starts them and loads nothing of the service. */
async function start(): Promise<void> {
  const environment = readEnvironment();
  const settings = loadSettings(environment);
  if (settings.server.workers > 1 && cluster.isPrimary) {
    const { supervise } = await import('../workers/supervise.js');
    await supervise(settings);
  } else {
    const { serve } = await import('./serve.js');
    await serve(environment);
  }
}

keepTickShape();
start().catch((error: unknown) => {
  const expected = error instanceof SettingsError;
  process.stderr.write(`${expected ? error.message : `Steward cannot start: ${explain(error)}`}\n`);
  process.exit(1);
});
