import { ask, startWorker, stop } from './children.js';
import { processorSeconds } from './process-usage.js';

/** Requests to send. */
export interface LoadTask {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Paths with their queries, which every connection requests in turn, each beginning with a different one. */
  queries?: string[];
  /** One for each connection, which sends it, and from then on the token that it received last. */
  refreshTokens?: string[];
  connections: number;
  /** Ends after this time, or … */
  seconds?: number;
  /** … after this many requests. */
  amount?: number;
  /** Requests a second over all connections; by default as fast as answers come. */
  rate?: number;
  /** An answer that does not contain this text counts as failed. */
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
 * @throws Error if a request failed or an answer was not as expected, because such a run measures nothing
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

/** A load, and the processor time that the server spent on it. */
export interface MeasuredLoad extends LoadResult {
  /** Microseconds of processor time that the server spent on a request. */
  cpu: number;
}

/**
 * Sends requests and measures the server.
 * @param pid of the server
 * @throws Error when an answer was not as expected
 */
export async function measuredLoad(pid: number, task: LoadTask): Promise<MeasuredLoad> {
  const before = processorSeconds(pid);
  const result = await load(task);
  return { ...result, cpu: ((processorSeconds(pid) - before) / result.requests) * 1e6 };
}
