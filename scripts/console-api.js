/**
 * Rewrites the console's knowledge of the API (`console/src/api`) if generated modules have changed since. Run before
 * the console is built or checked. `npm run client` writes it in any case.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

const KNOWN = 'console/src/api/permissions.ts';
const MODULES = 'src/modules';

const known = readFileSync(KNOWN, 'utf8');
const listed = readFileSync(join(MODULES, 'generated.modules.ts'), 'utf8').matchAll(/from ['"]\.\/([\w-]+)\//g);

/** @param {string} kebab name of a module */
function isCurrent(kebab) {
  const folder = join(MODULES, kebab);
  const newest = Math.max(...readdirSync(folder).map((name) => statSync(join(folder, name)).mtimeMs));
  return known.includes(`'/api/${kebab}/page'`) && newest < statSync(KNOWN).mtimeMs;
}

if (!Array.from(listed, ([, kebab]) => kebab).every(isCurrent)) {
  const loader = ['-C', 'steward-source', '--import', '@swc-node/register/esm-register'];
  execFileSync(process.execPath, [...loader, resolve('scripts/client.ts'), '--console'], { stdio: 'inherit' });
  // A file that has not changed is not written, so its time would stay old.
  utimesSync(KNOWN, new Date(), new Date());
}
