import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

/**
 * Starts or ends one part of the cluster with `.ci/cluster`.
 * @param part such as db1, redis2 or haproxy
 * @returns once the part is ready, or has ended
 */
export async function cluster(command: 'start' | 'stop' | 'kill', part: string): Promise<void> {
  await promisify(execFile)(resolve('.ci/cluster'), [command, part]);
}
