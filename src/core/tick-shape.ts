import { executionAsyncResource } from 'node:async_hooks';

const kept: object[] = [];

/**
 * Keeps `process.nextTick` fast for as long as the process runs. To be called before the process has much in memory.
 * See docs/decisions/0053-an-object-keeps-next-tick-fast.md.
 */
export function keepTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()));
}
