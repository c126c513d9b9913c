import { ask, startWorker, stop } from './children.js';

/** Requests to send. */
export interface LoadTask {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Paths with their queries that every connection asks in turn, each beginning with another. */
  queries?: string[];
  /** One for each connection, which refreshes it and from then on the one that it was answered. */
  refreshTokens?: string[];
  connections: number;
  /** Ends after this time, or … */
  seconds?: number;
  /** … after this many requests. */
  amount?: number;
  /** Requests a second over all connections; left out: as fast as answers come. */
  rate?: number;
  /** An answer without it counts as failed. */
  expect?: string;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  /** Milliseconds. */
  p99: number;
  failures: number;
  /** Processor cores that the load generator itself was using. */
  cores: number;
}

/**
 * Sends requests from a process of its own.
 * @throws Error when an answer was not as expected: such a run measures nothing
 */
export async function load(task: LoadTask): Promise<LoadResult> {
  const worker = startWorker('load');
  try {
    const result = await ask<LoadResult>(worker, task);
    if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests to ${task.url} failed`);
    return result;
  } finally {
    await stop(worker);
  }
}
