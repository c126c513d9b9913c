import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';

const run = promisify(execFile);

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MODULES = fileURLToPath(new URL('../../src/modules', import.meta.url));

/** How long the service is given to come back with what has changed, and how often it is asked, in milliseconds. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 200;

/** Where it says what its API is. */
const DESCRIPTION = '/api/docs-json';

/** Values of src/api that pages read while they run; types need no care. */
const VALUES: Record<string, readonly string[]> = {
  'permissions.ts': ['permissions', 'permissionOfPath'],
  'rules.ts': ['rules'],
};

/**
 * While the console is worked on, what it knows of the API follows the service: a change of its modules restarts that,
 * and what it says of itself then is written to src/api, as `npm run client` does. What is open stays open.
 */
export function api(service: string): Plugin {
  let known: string | undefined;
  let following = false;
  let until = 0;

  const ask = (path: string) => fetch(`${service}${path}`).catch(() => undefined);

  /** Waits until the service has gone and come back. */
  async function restarted(): Promise<void> {
    for (let away = false; Date.now() < until; await sleep(PAUSE_MS)) {
      const up = (await ask('/api/health/live'))?.ok === true;
      if (up && away) return;
      away ||= !up;
    }
  }

  /** Writes what the service says of itself once it has restarted; a change meanwhile gives it more time. */
  async function follow(): Promise<void> {
    until = Date.now() + PATIENCE_MS;
    if (following) return;
    following = true;
    try {
      await restarted();
      const now = await (await ask(DESCRIPTION))?.text();
      if (now !== undefined && now !== known) await write(`${service}${DESCRIPTION}`);
      known = now;
    } finally {
      following = false;
    }
  }

  return {
    name: 'steward-api',
    apply: 'serve',
    configureServer({ watcher, config }) {
      watcher.add(MODULES);
      watcher.on('all', (_event, path) => {
        if (!path.startsWith(MODULES)) return;
        follow().catch((error: unknown) => config.logger.error(`src/api could not be written: ${String(error)}`));
      });
    },
    transform(code, id) {
      const [, name = ''] = /\/src\/api\/([\w-]+\.ts)$/.exec(id) ?? [];
      const values = VALUES[name];
      if (values === undefined) return undefined;
      const taken = values.map((value) => `Object.assign(${value}, next?.${value});`).join(' ');
      return { code: `${code}\nimport.meta.hot?.accept((next) => { ${taken} });\n`, map: null };
    },
  };
}

async function write(url: string): Promise<void> {
  const loader = ['-C', 'steward-source', '--import', '@swc-node/register/esm-register'];
  await run(process.execPath, [...loader, 'scripts/client.ts', '--console', '--from', url], { cwd: ROOT });
}
