import { setTimeout as wait } from 'node:timers/promises';
import { SoakClient } from './soak-client.js';
import { residentMegabytes } from './support/process-usage.js';
import { fixed, median } from './support/statistics.js';
import { type Steward, withSteward } from './support/steward.js';
import type { Storage } from './support/storage.js';

const CONNECTIONS = 50;

/** Resident memory must grow by less than this share after the warm-up. */
const MOST_GROWTH = 0.1;

const SAMPLE_MS = 500;
const PASSWORD = 'soak-password';

/** How many requests of a kind there were, and how often each unexpected answer came. */
interface Tally {
  requests: number;
  unexpected: Map<string, number>;
}

/**
 * Puts a mixed load on a service for the given number of minutes.
 * @returns whether every answer was the right one, and memory grew by less than a tenth after the warm-up
 */
export function soak(storage: Storage, minutes: number): Promise<boolean> {
  return withSteward(storage, async (steward) => {
    console.log(`## ${storage.name}: ${minutes} min at ${CONNECTIONS} connections\n`);
    const clients = await makeClients(steward);
    const tallies = new Map<string, Tally>();
    const memory: number[] = [];
    const end = performance.now() + minutes * 60_000;
    const running = clients.map((client) => keepBusy(client, tallies, end));
    while (performance.now() < end) {
      memory.push(residentMegabytes(steward.pid));
      await wait(Math.min(SAMPLE_MS, Math.max(1, end - performance.now())));
    }
    await Promise.all(running);
    const right = reportAnswers(tallies, minutes);
    const steady = reportMemory(memory);
    return right && steady;
  });
}

/** Logged-in users with all permissions: one per client, so that none waits for the row of another's account. */
async function makeClients(steward: Steward): Promise<SoakClient[]> {
  const roles = await call<{ id: number; code: string }[]>(steward, '/api/role/list');
  const roleIds = roles.filter(({ code }) => code === 'super_admin').map(({ id }) => id);
  const clients: SoakClient[] = [];
  for (let i = 0; i < CONNECTIONS; i++) {
    const username = `soak-${i}`;
    await call(steward, '/api/user/add', { username, password: PASSWORD, roleIds });
    const client = new SoakClient(steward, { username, password: PASSWORD }, `198.51.100.${i}`);
    await client.start();
    clients.push(client);
  }
  return clients;
}

async function call<T>({ url, token }: Steward, path: string, body?: object): Promise<T> {
  const response = await fetch(url + path, {
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const { ok, msg, data } = (await response.json()) as { ok: boolean; msg: string; data: T };
  if (!ok) throw new Error(`${path}: ${msg}`);
  return data;
}

async function keepBusy(client: SoakClient, tallies: Map<string, Tally>, end: number): Promise<void> {
  while (performance.now() < end) {
    const { name, expected, result } = await client.next();
    const tally = tallies.get(name) ?? { requests: 0, unexpected: new Map<string, number>() };
    tallies.set(name, tally);
    tally.requests++;
    if (result !== expected) tally.unexpected.set(result, (tally.unexpected.get(result) ?? 0) + 1);
  }
}

function reportAnswers(tallies: Map<string, Tally>, minutes: number): boolean {
  let [requests, unexpected] = [0, 0];
  for (const [name, tally] of [...tallies].sort(([a], [b]) => a.localeCompare(b))) {
    requests += tally.requests;
    for (const count of tally.unexpected.values()) unexpected += count;
    const wrong = [...tally.unexpected].map(([result, count]) => `${count} × ${result}`).join(', ');
    console.log(`${name.padEnd(28)} ${String(tally.requests).padStart(8)}  ${wrong}`);
  }
  console.log(`\n${requests} requests, ${fixed(requests / minutes / 60)}/s`);
  console.log(`${unexpected === 0 ? 'met' : 'MISSED'}: no unexpected answers (HTTP status, code): ${unexpected}`);
  return unexpected === 0;
}

/** The first quarter is the warm-up, in which caches fill. */
function reportMemory(samples: number[]): boolean {
  const quarter = (i: number) =>
    median(samples.slice(Math.floor((samples.length * i) / 4), Math.ceil((samples.length * (i + 1)) / 4)));
  const [before, after] = [quarter(1), quarter(3)];
  const growth = after / before - 1;
  const met = growth < MOST_GROWTH;
  console.log(`Resident MB, median of each quarter: ${[0, 1, 2, 3].map((i) => fixed(quarter(i), 1)).join(', ')}`);
  console.log(`${met ? 'met' : 'MISSED'}: grows by less than 10% after the warm-up: ${fixed(growth * 100, 1)}%\n`);
  return met;
}
