import { createLogger } from '../core/log/logger.js';
import { type MetricsEndpoint, serveMetrics } from '../core/metrics/metrics.endpoint.js';
import { print } from '../core/print.js';
import type { Settings } from '../settings/settings.js';
import { StartFailure, Supervisor } from './supervisor.js';
import { WorkersMetrics } from './workers.metrics.js';

/** Starts the service as several workers on one port; it stops on SIGTERM and SIGINT. */
export async function supervise(settings: Settings): Promise<void> {
  const { server, metrics } = settings;
  const log = await createLogger(settings);
  const counted = new WorkersMetrics();
  const supervisor = new Supervisor(server, counted, log);
  let endpoint: MetricsEndpoint | undefined;

  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    // The whole process group may get the signal, including the workers, which then get it twice.
    if (stopping) return;
    stopping = true;
    print(`${signal}: stopping`);
    const code = await supervisor.stop(signal);
    await endpoint?.close();
    process.exit(code);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));

  if (metrics.enabled) {
    endpoint = await serveMetrics(
      { host: server.host, port: metrics.port },
      () => counted.text(supervisor.workers),
      ({ message }) => log.warn({ reason: message }, 'The metrics could not be read'),
    );
    print(`Metrics are at ${endpoint.url}`);
  }
  try {
    for (const line of await supervisor.start()) print(line);
  } catch (error) {
    if (error instanceof StartFailure) process.exit(error.exitCode);
    throw error;
  }
}
