/** `steward/kv`: the key-value store, the read cache and the rate limiter. */
export { Job, Jobs, type ShouldContinue } from '../kv/jobs.js';
export { KeyValueOperations } from '../kv/store/key-value.operations.js';
export { type CacheMode, KeyValueStore } from '../kv/store/key-value.store.js';
export { RateLimiter } from '../kv/rate.limiter.js';
export { ReadCache } from '../kv/read.cache.js';
