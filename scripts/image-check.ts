/**
 * `npm run image:check`: builds the container image and runs it as an orchestrator would: as its user, with everything
 * but the data volume read-only. In the end it removes what it created. The Dockerfile's base images must be in
 * buildah's storage; .ci/image-base puts them there.
 */
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildImage, configOf, mount, requireBases, requireBuildah } from './image/buildah.js';
import { type Container, type Ended, Running, runToEnd, until } from './image/container.js';
import { verifyConfig, verifyContents } from './image/contents.js';
import { verify } from './image/report.js';
import { Product } from '../test/support/product.js';

const START_PATIENCE_MS = 60_000;

/** How long a stop may take according to docs/deployment.md. */
const STOP_PATIENCE_MS = 10_000;

/** The backup that docs/deployment.md describes. */
const BACKUP = "require('better-sqlite3')('data/steward.db').backup('data/copy.db')";

/** The tables of the product that is run in the image. */
const TABLES = `
  CREATE TABLE demo_category (
    id integer PRIMARY KEY AUTOINCREMENT,
    name varchar(40) NOT NULL -- Name
  );
  CREATE TABLE demo_product (
    id integer PRIMARY KEY AUTOINCREMENT,
    name varchar(64) NOT NULL, -- Name
    category_id integer NOT NULL REFERENCES demo_category (id), -- Category
    status int NOT NULL DEFAULT 1 -- Status:1-available 2-withdrawn
  )`;

async function check(): Promise<void> {
  await requireBuildah();
  const baseName = await requireBases();
  await using image = await buildImage();
  await using base = await mount(baseName);
  await using files = await mount(image.name);
  const config = await configOf(image.name);
  await verifyConfig(config);
  await verifyContents(files.root, base.root);

  await using volume = await temporaryFolder(config.User ?? '');
  const container = { root: files.root, config, data: volume.path };
  await verifyConfinement(container);
  await verifyRefusal(container);
  await verifyService(container);
  const left = (await readdir(volume.path)).sort();
  verify(
    'leaves the database, its copy and its key behind',
    left.join() === 'copy.db,data.key,steward.db',
    left.join(' '),
  );
  await using another = await mount(image.name);
  await verifyProduct({ root: another.root, config });
}

/** A product's image on an empty database: its modules have their pages, codes and dictionaries. */
async function verifyProduct(image: Omit<Container, 'data'>): Promise<void> {
  const product = new Product(TABLES);
  try {
    await product.build(['demo_category', 'demo_product']);
    product.installIn(image.root);
  } finally {
    product.remove();
  }
  await using volume = await temporaryFolder(image.config.User ?? '');
  await using service = await serve({ ...image, data: volume.path });
  const read = async (path: string): Promise<string> => {
    const { body } = await call(service.url + path, { headers: { authorization: `Bearer ${service.token}` } });
    verify(`a product answers GET ${path}`, body.ok, body.msg);
    return JSON.stringify(body.data);
  };
  const [menu, grantable, items] = [
    await read('/api/index/getMenuList'),
    await read('/api/index/getGrantableMenus'),
    await read('/api/dict/data/demo_product_status'),
  ];
  verify(
    'its pages are in the menu',
    ['/demo-category', '/demo-product'].every((path) => menu.includes(`"${path}"`)),
    menu,
  );
  verify('its codes can be granted', grantable.includes('"app:demoProduct:update"'), grantable);
  verify('its dictionaries have their items', items.includes('"available"') && items.includes('"withdrawn"'), items);
  const pages = await readdir(join(image.root, 'app/console/dist/assets'));
  verify(
    'its console has their pages',
    pages.some((file) => file.startsWith('demo-product.page-')),
  );
  const { code, output } = await stop(service.running);
  verify('it stops on SIGTERM with exit code 0', code === 0, output);
}

async function verifyConfinement(container: Container): Promise<void> {
  const version = await runToEnd(container, [], 'node', '--version');
  verify(`runs on Node.js ${version.output.trim()}`, version.output.startsWith('v24.'));
  for (const path of ['/app/x', '/app/dist/main.js', '/app/node_modules/x', '/tmp/x', '/home/node/x']) {
    const { code, output } = await runToEnd(container, [], 'touch', path);
    verify(`cannot write ${path}`, code !== 0 && /Read-only file system|Permission denied/.test(output), output);
  }
  // With the service's flags, the engine collects some of these objects while no script runs.
  const collect = `(async () => {
    const database = new (require('better-sqlite3'))('');
    for (let round = 0; round < 30; round++) {
      const kept = [];
      for (let i = 0; i < 5000; i++) kept.push(database.prepare('SELECT 1'), 'x'.repeat(1000) + i);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })()`;
  const [, ...flags] = (container.config.Cmd ?? []).slice(0, -1);
  const collected = await runToEnd(container, [], 'node', ...flags, '-e', collect);
  verify('objects of SQLite can be collected at any time', collected.code === 0, collected.output);
  // More rows than SQLite sorts in memory.
  const sort = `new (require('better-sqlite3'))('').prepare(\`WITH RECURSIVE n(i) AS
    (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000)
    SELECT hex(randomblob(32)) AS x FROM n ORDER BY x LIMIT 1 OFFSET 200000\`).get()`;
  const { code, output } = await runToEnd(container, [], 'node', '-e', sort);
  verify('SQLite finds room for its temporary files', code === 0, output);
}

async function verifyRefusal(container: Container): Promise<void> {
  const { code, output } = await runToEnd(container, []);
  verify('does not start without a secret, and says so', code === 1 && /environment JWT_SECRET/.test(output), output);
}

async function verifyService(container: Container): Promise<void> {
  await using served = await serve(container);
  const { port, url, password, token, running: service } = served;
  const [, ...probe] = container.config.Healthcheck?.Test ?? [];
  const probed = () => runToEnd(container, [`PORT=${port}`], ...probe);
  const healthy = await probed();
  verify('its health check holds', healthy.code === 0, healthy.output);
  const [user, group] = (container.config.User ?? '').split(':');
  const ids = `${await service.status('Uid')} ${await service.status('Gid')}`.split(/\s+/);
  verify('the process is the user and group of the image', ids.join() === [...four(user), ...four(group)].join());

  const { body } = await call(`${url}/api/index/getUser`, { headers: { authorization: `Bearer ${token}` } });
  verify('logs the administrator in', body.ok && body.data.username === 'admin', JSON.stringify(body));
  const page = await fetch(`${url}/console/`, { headers: { accept: 'text/html' } });
  verify('serves the console', page.status === 200 && (await page.text()).includes('/console/assets/'));
  const backup = await runToEnd(container, [], 'node', '-e', BACKUP);
  const written = await readdir(container.data);
  verify('its database can be copied meanwhile', backup.code === 0 && written.includes('copy.db'), backup.output);
  console.log(`    resident memory: ${Math.round(parseInt(await service.status('VmRSS'), 10) / 1024)} MB`);

  const stopped = performance.now();
  const { code, output } = await stop(service);
  verify(`stops on SIGTERM with exit code 0, after ${Math.round(performance.now() - stopped)} ms`, code === 0, output);
  verify('its health check fails then', (await probed()).code === 1);
  verify('printed neither the password nor the token', !output.includes(password) && !output.includes(token));
}

/** A running service, whose administrator is logged in. */
interface Served extends AsyncDisposable {
  running: Running;
  port: number;
  url: string;
  password: string;
  token: string;
}

/** Starts the service on an empty database. */
async function serve(container: Container): Promise<Served> {
  const [port, password] = [await freePort(), randomBytes(12).toString('base64url')];
  const url = `http://127.0.0.1:${port}`;
  const settings = [`PORT=${port}`, 'HOST=127.0.0.1', `ADMIN_PASSWORD=${password}`];
  const running = Running.start(container, [...settings, `JWT_SECRET=${randomBytes(48).toString('base64')}`]);
  const end = () => running[Symbol.asyncDispose]();
  try {
    await until('ready', START_PATIENCE_MS, async () => {
      if (running.hasEnded) throw new Error(`did not start:\n${running.output}`);
      return fetch(`${url}/api/health/ready`).then(
        ({ status }) => status === 200,
        () => false,
      );
    });
    verify('becomes ready', true);
    return { running, port, url, password, token: await login(url, password), [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function stop(service: Running): Promise<Ended> {
  await service.signal('SIGTERM');
  return service.end(STOP_PATIENCE_MS);
}

async function login(url: string, password: string): Promise<string> {
  const { body } = await call(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  verify('answers a login', body.ok, JSON.stringify(body));
  return String(body.data.access_token);
}

interface Answer {
  body: { ok: boolean; msg: string; data: Record<string, unknown> };
}

async function call(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  return { body: (await response.json()) as Answer['body'] };
}

/** /proc shows a user four times: real, effective, saved, file system. */
function four(id = ''): string[] {
  return [id, id, id, id];
}

async function temporaryFolder(owner: string): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'steward-image-'));
  const [user, group] = owner.split(':').map(Number);
  await chown(path, user ?? 0, group ?? 0);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

try {
  await check();
  console.log('The image holds.');
} catch (error) {
  console.error(`image:check: ${(error as Error).message}`);
  process.exitCode = 1;
}
