import { Redis } from 'ioredis';
import type { Environment } from '../../../src/settings/settings.js';
import { eventually } from '../../support/poll.js';
import { cluster } from './cluster.js';

/** Redis with one kind of failover, as `.ci/cluster` starts it. */
export interface FailoverKind {
  name: string;
  /** The settings with which a service finds it. */
  environment: Environment;
  /** Ports of all servers that currently hold keys. */
  masters: () => Promise<number[]>;
}

export const SENTINEL: FailoverKind = {
  name: 'Sentinel',
  environment: { REDIS_SENTINELS: '127.0.0.1:4511,127.0.0.1:4512,127.0.0.1:4513', REDIS_SENTINEL_NAME: 'steward' },
  masters: async () => {
    const [, port] = (await ask(4511, 'SENTINEL', 'get-master-addr-by-name', 'steward')) as string[];
    return [Number(port)];
  },
};

export const CLUSTER: FailoverKind = {
  name: 'Redis Cluster',
  environment: { REDIS_CLUSTER: '127.0.0.1:4521,127.0.0.1:4522,127.0.0.1:4523' },
  masters: async () => {
    const slots = (await ask(4524, 'CLUSTER', 'SLOTS')) as [first: number, last: number, master: [string, number]][];
    return [...new Set(slots.map(([, , [, port]]) => port))];
  },
};

/** Sends a command to one server. */
export async function ask(port: number, command: string, ...args: string[]): Promise<unknown> {
  const redis = new Redis(port, '127.0.0.1', { retryStrategy: null });
  redis.on('error', () => undefined);
  try {
    return await redis.call(command, ...args);
  } finally {
    redis.disconnect();
  }
}

/** A master that can be cut off from its replicas, and that can be killed. */
export class Master {
  private constructor(
    private readonly port: number,
    private readonly replicas: { port: number; pid: number }[],
  ) {}

  static async of(port: number): Promise<Master> {
    const replication = String(await ask(port, 'INFO', 'replication'));
    const ports = [...replication.matchAll(/^slave\d+:.*port=(\d+)/gm)].map(([, found]) => Number(found));
    const replicas = ports.map(async (replica) => {
      const server = String(await ask(replica, 'INFO', 'server'));
      return { port: replica, pid: Number(/^process_id:(\d+)/m.exec(server)?.[1]) };
    });
    return new Master(port, await Promise.all(replicas));
  }

  /** From now on its replicas do not receive what it writes. */
  async cutOff(): Promise<void> {
    for (const { pid } of this.replicas) process.kill(pid, 'SIGSTOP');
    await ask(this.port, 'CLIENT', 'KILL', 'TYPE', 'replica');
  }

  async kill(): Promise<void> {
    await cluster('kill', this.part);
  }

  /** Lets the replicas continue with the data that they have. */
  wakeReplicas(): void {
    for (const { pid } of this.replicas) process.kill(pid, 'SIGCONT');
  }

  /** Waits until a replica has been promoted, and returns its port. */
  async successor(): Promise<number> {
    let promoted: number | undefined;
    await eventually(async () => {
      // A sentinel closes a server's connections when it promotes it.
      const roles = await Promise.all(
        this.replicas.map(({ port }) => ask(port, 'INFO', 'replication').catch(() => 'unknown')),
      );
      promoted = this.replicas.find((_, i) => String(roles[i]).includes('role:master'))?.port;
      return promoted !== undefined;
    }, 20_000);
    return promoted ?? 0;
  }

  /** Starts it again, as a replica of its successor. */
  async restart(): Promise<void> {
    await cluster('start', this.part);
  }

  private get part(): string {
    return this.port < 4520 ? `redis${this.port - 4500}` : `shard${this.port - 4520}`;
  }
}
