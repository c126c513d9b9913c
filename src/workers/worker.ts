import cluster from 'node:cluster';
import { print } from '../core/print.js';

/** A worker's message to its supervisor when it listens. */
export interface ListeningNotice {
  kind: 'listening';
  /** Printed where the service is started. */
  lines: string[];
}

/** Shows where the service listens; a worker leaves that to its supervisor, so that it is shown once. */
export function announce(lines: string[]): void {
  if (cluster.isWorker) {
    const notice: ListeningNotice = { kind: 'listening', lines };
    process.send?.(notice);
  } else {
    for (const line of lines) print(line);
  }
}
