import { Redis } from 'ioredis';
import { ClusterStore } from '../../src/kv/redis/cluster.store.js';
import { describeStore, storeOnRedis } from '../support/store-suite.js';
import { CLUSTER } from './support/redis.js';

describeStore('redis cluster', async () => {
  const masters = (await CLUSTER.masters()).map((port) => new Redis(port, '127.0.0.1'));
  const subject = await storeOnRedis(CLUSTER.environment, masters);
  expect(subject.store).toBeInstanceOf(ClusterStore);
  return { ...subject, close: () => subject.close().finally(() => masters.forEach((master) => master.disconnect())) };
});
