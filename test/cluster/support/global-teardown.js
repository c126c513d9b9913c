import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Ends the cluster, and removes what it left behind. */
export default function tearDown() {
  execFileSync(resolve('.ci/cluster'), ['down'], { stdio: 'inherit' });
}
