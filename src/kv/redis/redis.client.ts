import { KeyvAdapter } from 'cache-manager';
import { redisInsStore } from 'cache-manager-ioredis-yet';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { Keyv } from 'keyv';
import type { Log } from '../../core/log/log.module.js';
import type { Settings } from '../../settings/settings.js';
import { ClusterStore } from './cluster.store.js';
import { type RedisClient, RedisConnection } from './redis.connection.js';
import { RedisStore } from './redis.store.js';

/** The channel of signals. */
export interface SignalChannel {
  name: string;
  /** The client that others write with as well; undefined while Redis is away. */
  sender: () => RedisClient | undefined;
  /** A client of its own, because a connection that listens can do nothing else. Not connected yet. */
  receiver: RedisClient;
}

/** How long one command may take before the store counts as hung; under one second including the switch to memory. */
const COMMAND_TIMEOUT_MS = 700;

/** How long one node of a cluster has to say which node serves which slots, before another one is asked. */
const SLOTS_TIMEOUT_MS = 500;

/** How many times one command follows keys that have moved to another node. */
const MAX_REDIRECTIONS = 4;

/** How long a client that listens waits before it connects again. */
const RECONNECT_MS = 1000;

/** For every connection: it fails fast, and is replaced rather than repaired when it is lost. */
const FAIL_FAST: RedisOptions = {
  lazyConnect: true,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: COMMAND_TIMEOUT_MS,
  commandTimeout: COMMAND_TIMEOUT_MS,
  disconnectTimeout: COMMAND_TIMEOUT_MS,
};

/** The store on the one kind of Redis that is configured; not connected yet. */
export function createRedisStore(settings: Settings['redis'], log: Log): RedisStore {
  const connection = new RedisConnection(() => createClient(settings), log);
  return settings.cluster.length > 0 ? new ClusterStore(connection) : new RedisStore(connection);
}

/** The channel on which instances that share the prefix signal to each other. */
export function createSignalChannel(settings: Settings['redis'], sender: SignalChannel['sender']): SignalChannel {
  const again = () => RECONNECT_MS;
  return { name: `${settings.prefix}signals`, sender, receiver: createClient({ ...settings, prefix: '' }, again) };
}

/** @param again how long to wait before a lost connection is repaired, in milliseconds; null for never */
function createClient(settings: Settings['redis'], again: () => number | null = () => null): RedisClient {
  const { url, sentinels, sentinelName, cluster, ...redis } = settings;
  const { prefix, username, password, sentinelPassword, tls } = redis;
  const options: RedisOptions = {
    ...FAIL_FAST,
    retryStrategy: again,
    keyPrefix: prefix,
    username: username || undefined,
    password: password || undefined,
    tls: tls ? {} : undefined,
  };
  if (cluster.length > 0) return createCluster(cluster, options, again);
  if (sentinels.length === 0) return new Redis(url, options);
  return new Redis({
    ...options,
    sentinels,
    name: sentinelName,
    sentinelPassword: sentinelPassword || undefined,
    enableTLSForSentinelMode: tls,
    sentinelTLS: options.tls,
    sentinelCommandTimeout: COMMAND_TIMEOUT_MS,
    sentinelRetryStrategy: again,
  });
}

/** Retry delays are off: a command that cannot be answered now is answered from memory. */
function createCluster(
  nodes: Settings['redis']['cluster'],
  { keyPrefix, ...options }: RedisOptions,
  again: () => number | null,
): Cluster {
  return new Cluster(nodes, {
    keyPrefix,
    redisOptions: options,
    lazyConnect: true,
    clusterRetryStrategy: again,
    slotsRefreshTimeout: SLOTS_TIMEOUT_MS,
    maxRedirections: MAX_REDIRECTIONS,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    // Names are left unresolved: certificates are issued to names.
    dnsLookup: (name, use) => use(null, name),
  });
}

type CacheStore = ConstructorParameters<typeof KeyvAdapter>[0];

/** Values in Redis, as cache-manager stores them, through the client that is in use. */
export function cacheOn(redis: RedisConnection): Keyv {
  // The adapter is written for the store interface of an older cache-manager; what KeyvAdapter calls is the same.
  const store = () => redisInsStore(redis.client) as unknown as CacheStore;
  const following: Pick<CacheStore, 'get' | 'set' | 'del'> = {
    get: (key) => store().get(key),
    set: (key, value, ttl) => store().set(key, value, ttl),
    del: (key) => store().del(key),
  };
  return new Keyv({ store: new KeyvAdapter(following as CacheStore) });
}
