import { Redis } from 'ioredis';
import { ServerProcess, freePort } from './server-process.js';

/** A Redis server for a single test. */
export class RedisServer extends ServerProcess {
  private constructor(private readonly port: number) {
    super();
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it, empty, and waits until it answers. */
  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.launch('redis-server', options);
    await this.command((client) => client.ping());
  }

  /** Deletes all keys without its clients noticing. */
  async flush(): Promise<void> {
    await this.command((client) => client.flushall());
  }

  private async command(run: (client: Redis) => Promise<unknown>): Promise<void> {
    const client = new Redis(this.url, { maxRetriesPerRequest: 50, retryStrategy: () => 50 });
    client.on('error', () => undefined);
    try {
      await run(client);
    } finally {
      client.disconnect();
    }
  }
}
