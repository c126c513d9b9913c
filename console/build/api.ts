import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { filesOf, writeFiles } from '../../scripts/client/files.ts';

const MODULES = fileURLToPath(new URL('../../src/modules', import.meta.url));
const API = fileURLToPath(new URL('../src/api', import.meta.url));

/** How long to wait for the service to restart after a change, and how often to ask it, in milliseconds. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 100;

/**
 * Keeps src/api up to date during development: when a change of the service's modules has restarted it, its description
 * is written there, as by `npm run client`. Open pages stay as they are.
 * @param service the address of the service
 */
export function api(service: string): Plugin {
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

  /** Writes the service's description once it has restarted; another change in the meantime gives it more time. */
  async function follow(): Promise<void> {
    until = Date.now() + PATIENCE_MS;
    if (following) return;
    following = true;
    try {
      await restarted();
      const answer = await ask('/api/docs-json');
      if (answer?.ok) await writeFiles(API, await filesOf((await answer.json()) as Parameters<typeof filesOf>[0]));
    } finally {
      following = false;
    }
  }

  return {
    name: 'steward-api',
    apply: 'serve',
    enforce: 'pre',
    configureServer({ watcher, config }) {
      watcher.add(MODULES);
      watcher.on('all', (_event, path) => {
        if (!path.startsWith(MODULES)) return;
        follow().catch((error: unknown) => config.logger.error(`src/api could not be written: ${String(error)}`));
      });
    },
    transform: (code, id) => (id.startsWith(API) ? alive(code, id.slice(API.length + 1)) : undefined),
  };
}

/** The codes and rules of the API, as modules whose values are replaced while pages use them; types need nothing. */
function alive(code: string, name: string): string | undefined {
  const value = { 'permissions.ts': 'permissionOfPath', 'rules.ts': 'rules' }[name];
  if (value === undefined) return undefined;
  const reactive = code.replace(
    new RegExp(`export const ${value}: [^=]*= (\\{[^]*\\});`),
    (_match, members: string) => `export const ${value} = shallowReactive(${members});`,
  );
  return `import { shallowReactive } from 'vue';
${reactive}
import.meta.hot?.accept((next) => { Object.assign(${value}, next?.${value}); });
`;
}
