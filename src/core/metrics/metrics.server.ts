import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { SettingsService } from '../../settings/settings.module.js';
import { Log } from '../log/log.module.js';
import { Metrics } from './metrics.js';

/** Serves `/metrics` in Prometheus text on a port of its own, which nobody outside needs to reach. */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly settings: SettingsService,
    private readonly log: Log,
  ) {}

  /**
   * Starts to listen where `metrics.enabled` says so.
   * @returns the address; undefined where metrics are off
   * @throws Error when the port is taken
   */
  async listen(): Promise<string | undefined> {
    if (!this.metrics.enabled) return undefined;
    const host = this.settings.get('server.host');
    this.server = createServer((request, response) => {
      const known = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
      if (known) void this.answer(response);
      else response.writeHead(404).end();
    }).listen(this.settings.get('metrics.port'), host);
    await once(this.server, 'listening');
    const { address, port } = this.server.address() as AddressInfo;
    return `http://${isIPv6(address) ? `[${address}]` : address}:${port}/metrics`;
  }

  /** The last to close: a stop can be watched to its end. */
  async onApplicationShutdown(): Promise<void> {
    if (!this.server) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(response: ServerResponse): Promise<void> {
    const { registry } = this.metrics;
    try {
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    } catch (error) {
      this.log.warn({ reason: (error as Error).message }, 'The metrics could not be read');
      response.writeHead(500).end();
    }
  }
}
