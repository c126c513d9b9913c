import { Redis } from 'ioredis';
import { MemoryStore } from '../../src/kv/memory/memory.store.js';
import { ResilientStore } from '../../src/kv/resilient.store.js';
import { TestClock } from '../support/app.js';
import { silentLog } from '../support/log.js';
import { onServices } from '../support/services.js';
import { type StoreSubject, describeStore, storeOnRedis } from '../support/store-suite.js';

const REDIS_URL = 'redis://127.0.0.1:6379';

async function memory(): Promise<StoreSubject> {
  const clock = new TestClock();
  return { store: new MemoryStore(clock), pass: async (ms) => clock.advance(ms), close: async () => {} };
}

async function resilient(): Promise<StoreSubject> {
  const clock = new TestClock();
  const store = new ResilientStore(undefined, new MemoryStore(clock), clock, silentLog);
  await store.start();
  return { store, pass: async (ms) => clock.advance(ms), close: () => store.stop() };
}

async function redis(): Promise<StoreSubject> {
  const raw = new Redis(REDIS_URL);
  const subject = await storeOnRedis({ REDIS_URL }, [raw]);
  return { ...subject, close: () => subject.close().finally(() => raw.disconnect()) };
}

describeStore('memory', memory);
describeStore('resilient store without Redis', resilient);
if (onServices) describeStore('redis', redis);
