import cluster from 'node:cluster';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { SettingsService } from '../../settings/settings.module.js';
import { Log } from '../log/log.module.js';
import { type MetricsEndpoint, serveMetrics } from './metrics.endpoint.js';
import { MetricsReporter } from './metrics.reporter.js';
import { Metrics } from './metrics.js';

/** Serves the metrics on a separate port that nobody outside needs to reach; a worker leaves that to its supervisor. */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private endpoint: MetricsEndpoint | undefined;
  private reporter: MetricsReporter | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly settings: SettingsService,
    private readonly log: Log,
  ) {}

  /**
   * Starts to listen, or to report, if `metrics.enabled` is set.
   * @returns the address; undefined if metrics are off, or served by the supervisor
   * @throws Error when the port is taken
   */
  async listen(): Promise<string | undefined> {
    const { enabled, registry } = this.metrics;
    if (!enabled) return undefined;
    if (cluster.isWorker) {
      this.reporter = new MetricsReporter(registry);
      return undefined;
    }
    this.endpoint = await serveMetrics(
      { host: this.settings.get('server.host'), port: this.settings.get('metrics.port') },
      () => registry.metrics(),
      ({ message }) => this.log.warn({ reason: message }, 'The metrics could not be read'),
    );
    return this.endpoint.url;
  }

  /** Closes last, so that a stop can be watched to its end. */
  async onApplicationShutdown(): Promise<void> {
    await this.reporter?.stop();
    await this.endpoint?.close();
  }
}
