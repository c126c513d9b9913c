import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Starts the cluster, and installs what it needs. */
export default function setUp() {
  execFileSync(resolve('.ci/cluster'), ['up'], { stdio: 'inherit' });
}
