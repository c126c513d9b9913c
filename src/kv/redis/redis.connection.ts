import type { Cluster, Redis } from 'ioredis';
import type { Log } from '../../core/log/log.module.js';

/** A client of a single server, of the one that sentinels name, or of a cluster. */
export type RedisClient = Redis | Cluster;

/** How long it may take to find every master, connect to it and get an answer. */
const CONNECT_MS = 3000;

/**
 * The connection to Redis, of any kind. A lost one is not repaired: the next one has a client of its own, which asks
 * anew for the master, or for the servers of each key.
 */
export class RedisConnection {
  /** The client in use; every connection has its own. */
  client: RedisClient;
  private lost: () => void = () => undefined;

  /** @param create a client that is not connected yet */
  constructor(
    private readonly create: () => RedisClient,
    private readonly log: Log,
  ) {
    this.client = create();
  }

  /** @param listener called when the connection to a master is lost */
  onLost(listener: () => void): void {
    this.lost = listener;
  }

  /**
   * Connects, or reconnects if there was a connection before.
   * @throws Error unless every master answers
   */
  async connect(): Promise<void> {
    this.disconnect();
    const client = this.create();
    this.client = client;
    this.watch(client);
    // The rejection only says that the connection was closed; the cause is emitted before that.
    let cause: Error | undefined;
    client.on('error', (error: Error) => (cause ??= error));
    client.on('node error', (error: Error) => (cause ??= error));
    let patience: NodeJS.Timeout | undefined;
    // When a cluster's client gives up, the promise of its connect() does not settle.
    const givenUp = new Promise<never>((_, reject) => {
      client.once('end', () => reject(new Error('Connection is closed.')));
      patience = setTimeout(() => reject(new Error('Connection timed out')), CONNECT_MS);
    });
    try {
      await Promise.race([client.connect().then(() => this.ping()), givenUp]);
    } catch (error) {
      throw cause ?? error;
    } finally {
      clearTimeout(patience);
      givenUp.catch(() => undefined);
    }
  }

  /**
   * Pings every master, and thereby connects to it: one that was never asked anything could be lost unnoticed.
   * @throws Error if one does not answer
   */
  async ping(): Promise<void> {
    await Promise.all(mastersOf(this.client).map((master) => master.ping()));
  }

  disconnect(): void {
    this.client.disconnect();
  }

  private watch(client: RedisClient): void {
    const lost = () => {
      if (client === this.client) this.lost();
    };
    client.on('error', (error: Error) => this.log.debug({ err: error.message }, 'Redis client'));
    client.on('close', lost);
    client.on('-node', (node: Redis) => {
      if (node.options.readOnly !== true) lost();
    });
  }
}

/** The servers that commands are sent to. */
export function mastersOf(client: RedisClient): Redis[] {
  return 'nodes' in client ? client.nodes('master') : [client];
}
