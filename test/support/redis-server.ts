import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Redis } from 'ioredis';

/** A Redis server of a test's own, to be killed, hung and brought back. */
export class RedisServer {
  private process: ChildProcess | undefined;

  private constructor(private readonly port: number) {}

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
    this.process = spawn('redis-server', options, { stdio: 'ignore' });
    await this.command((client) => client.ping());
  }

  async kill(): Promise<void> {
    const { process } = this;
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    const exited = once(process, 'exit');
    process.kill('SIGCONT');
    process.kill('SIGKILL');
    await exited;
  }

  hang(): void {
    this.process?.kill('SIGSTOP');
  }

  wake(): void {
    this.process?.kill('SIGCONT');
  }

  /** Loses everything without a word to its clients. */
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

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
