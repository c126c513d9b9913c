import 'reflect-metadata';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { createApp } from '../app/app.setup.js';
import { settingsOf } from '../app/extension.js';
import { explain } from '../core/explain.js';
import { MetricsServer } from '../core/metrics/metrics.server.js';
import { print } from '../core/print.js';
import { extensions } from '../extensions.js';
import { CONSOLE_PATH, servesConsole } from '../modules/console/console.pages.js';
import { HealthService } from '../modules/health/health.service.js';
import { type Environment, loadSettings } from '../settings/settings.js';
import { announce } from '../workers/worker.js';

/** How long a stop waits for requests in flight before it cuts them; the process exits within 10 s after STOP_DELAY. */
const STOP_PATIENCE_MS = 8000;

/** How long a stop first keeps reading: a connection whose request has arrived but was not read yet looks idle. */
const READ_ON_MS = 200;

/** A stop keeps reading for at least this many turns of the event loop: to accept, to read the request, to begin it. */
const READ_ON_TURNS = 3;

/** Starts the service in this process; it stops on SIGTERM and SIGINT. */
export async function serve(environment: Environment): Promise<void> {
  const settings = loadSettings(environment, settingsOf(extensions));
  const app = await createApp(settings, {
    extensions,
    announcePassword: (password) =>
      print(`First start: log in as ${settings.auth.adminUsername} with the password ${password} (shown only once)`),
  });

  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    print(`${signal}: stopping`);
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Steward did not stop cleanly: ${explain(error)}\n`);
        process.exit(1);
      },
    );
  };
  const close = async () => {
    app.get(HealthService).beginStop();
    // A client that is answered now is told to send no more on its connection, which then ends without a reset.
    app.getHttpServer().prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    await pause(settings.server.stopDelay * 1000);
    setTimeout(() => process.exit(0), STOP_PATIENCE_MS).unref();
    await pause(READ_ON_MS);
    for (let i = 0; i < READ_ON_TURNS; i++) await turn();
    await app.close();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  const metrics = await app.get(MetricsServer).listen();
  if (metrics !== undefined) print(`Metrics are at ${metrics}`);
  await app.listen(settings.server.port, settings.server.host);
  const url = await app.getUrl();
  const lines = [`Steward is listening on ${url}`];
  if (servesConsole(app.getHttpAdapter().getInstance())) {
    lines.push(`The console is at ${settings.server.publicUrl || url}${CONSOLE_PATH}`);
  }
  announce(lines);
}
