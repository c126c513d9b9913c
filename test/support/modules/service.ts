/**
 * The service that all specs of generated modules share: one process on storage of its own, with an empty table for
 * each module, and a second port on which specs ask for what no route provides. Prints both addresses as one line of
 * JSON.
 */
import 'reflect-metadata';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ownTableNames } from '../../../src/database/entities/own-tables.js';
import type { Menu } from '../../../src/modules/access/menu.entity.js';
import { RoleScope } from '../../../src/modules/access/role.entity.js';
import { startApp } from '../app.js';
import { type LoggedIn, aHolder } from '../callers.js';
import { aDepartment } from '../departments.js';
import { freshTable } from '../fresh-table.js';
import { Targets } from './targets.js';
import type { Wishes } from './wishes.js';

/** Keeps the service's own tables apart from tables of a product that have the same names. */
const PREFIX = 'steward_specs_';

const steward = await startApp({ env: { DB_TABLE_PREFIX: PREFIX }, first: true });
const own = new Set(ownTableNames(PREFIX));
for (const { target, tableName } of steward.db.entityMetadatas) {
  if (!own.has(tableName)) await freshTable(steward.db, target);
}
const targets = new Targets(steward);
await targets.create();

const answers: { [W in keyof Wishes]: (wish: Wishes[W][0]) => Promise<Wishes[W][1]> } = {
  tenant: async () => ({ id: (await steward.make.aTenant()).id }),
  caller: async ({ codes, tenantId }) => tokenOf(await aHolder(steward, await entriesOf(codes), { tenantId })),
  clerk: async ({ codes, tenantId, scope }) => tokenOf(await aClerk(codes, tenantId, scope)),
  target: (place) => targets.find(place),
  row: (place) => targets.addRow(place),
};

/** The menu entries of permission codes. Callers share them: all entries are read whenever an authorisation is. */
const entries = new Map<string, Menu>();

async function entriesOf(codes: readonly string[]): Promise<Menu[]> {
  const added = codes.filter((code) => !entries.has(code)).map((permission) => ({ permission }));
  for (const entry of await steward.make.menus(added)) entries.set(entry.permission, entry);
  return codes.flatMap((code) => entries.get(code) ?? []);
}

/** A caller in a new department, who sees the rows of that department, or only their own. */
async function aClerk(codes: string[], tenantId: number, scope: 'department' | 'owner'): Promise<LoggedIn> {
  const deptId = await aDepartment(steward, { tenantId });
  const dataScope = scope === 'owner' ? RoleScope.Self : RoleScope.Own;
  return aHolder(steward, await entriesOf(codes), { tenantId, deptId }, { dataScope });
}

const tokenOf = ({ token }: LoggedIn) => ({ token });

async function answer(request: IncomingMessage): Promise<object> {
  const wish = JSON.parse(await text(request)) as never;
  return answers[(request.url ?? '').slice(1) as keyof Wishes](wish);
}

const control = createServer((request, response) => {
  void answer(request).then(
    (given) => response.end(JSON.stringify(given)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
// Connections are closed by the specs, however long they pause between requests.
control.keepAliveTimeout = 0;
control.listen(0, '127.0.0.1', () => {
  const { port } = control.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ api: steward.url, control: `http://127.0.0.1:${port}` })}\n`);
});
// Standard input ends when the process that started this one is gone.
process.stdin.on('end', () => void stop()).resume();
process.once('SIGTERM', () => void stop());

async function stop(): Promise<void> {
  control.close();
  await steward.stop();
  process.exit();
}
