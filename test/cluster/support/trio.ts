import { readMetrics } from '../../support/metrics.js';
import type { Client } from '../../support/client.js';
import { StewardProcess } from '../../support/process.js';
import { RedisServer } from '../../support/redis-server.js';
import type { Environment } from '../../../src/settings/settings.js';
import { NODES, databaseName, onNode, query } from './galera.js';

const PASSWORD = 'insecure-cluster-password';
const SECRET = 'insecure-cluster-secret-0123456789-abcdefghij';

/** An instance of the service on each node, with one database and one Redis. */
export class Trio {
  private constructor(
    readonly database: string,
    private readonly redis: RedisServer,
    private readonly settings: Environment,
    private readonly processes: StewardProcess[],
    /** In the order of the nodes. */
    readonly clients: readonly Client[],
    /** Access token of the administrator. */
    readonly token: string,
  ) {}

  static async start(): Promise<Trio> {
    const database = databaseName();
    const redis = await RedisServer.start();
    const settings = {
      REDIS_URL: redis.url,
      ADMIN_PASSWORD: PASSWORD,
      JWT_SECRET: SECRET,
      METRICS_ENABLED: 'true',
      METRICS_PORT: '0',
      AUTH_LIMIT: '0',
      OPERATION_LIMIT: '0',
    };
    const processes = NODES.map((node) => new StewardProcess({ ...onNode(node, database), ...settings }));
    const clients: Client[] = [];
    try {
      for (const process of processes) clients.push(await process.start());
      const { access_token: token } = (await clients[0]?.login('admin', PASSWORD)) ?? { access_token: '' };
      return new Trio(database, redis, settings, processes, clients, token);
    } catch (error) {
      // Anything left running would keep the tests from ending.
      await Promise.all([...processes.map((process) => process.remove()), redis.kill()]);
      throw error;
    }
  }

  /**
   * Starts one more instance, which reaches the nodes through HAProxy.
   * @param own settings besides those that all instances have
   */
  balanced(own: Environment = {}): Promise<Client> {
    const process = new StewardProcess({ ...onNode('balanced', this.database), ...this.settings, ...own });
    this.processes.push(process);
    return process.start();
  }

  /** The sum of a metric's series over all instances. */
  async metric(name: string): Promise<number> {
    let sum = 0;
    for (const { output } of this.processes) {
      const values = await readMetrics(/Metrics are at (\S+)/.exec(output)?.[1]);
      sum += values[name] ?? 0;
    }
    return sum;
  }

  /** Ends all instances; the database stays. */
  async stop(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.stop()));
  }

  async remove(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.remove()));
    await this.redis.kill();
    await query('db1', 'DROP DATABASE IF EXISTS ??', [this.database]);
  }
}
