import { setTimeout as pause } from 'node:timers/promises';
import { expectSuccess, tally } from '../support/checks.js';
import type { Client } from '../support/client.js';
import { query } from './support/galera.js';
import { Trio } from './support/trio.js';

const CALLERS = 30;
const ROWS = 5;
const CHANGES_MS = 10_000;

describe('changes of the same rows on three nodes', () => {
  let trio: Trio;
  beforeAll(async () => {
    trio = await Trio.start();
  });
  afterAll(() => trio.remove());

  it('are all made, by thirty callers for ten seconds: none is refused, and each is in the operation log', async () => {
    const { clients, token, database } = trio;
    const ids: number[] = [];
    for (let row = 0; row < ROWS; row++) {
      const added = await clients[0]?.post<{ id: number }>('/api/dict/add', named(`row-${row}`), { token });
      ids.push(added?.body.data.id ?? 0);
    }
    const answers: string[] = [];
    const end = performance.now() + CHANGES_MS;
    const caller = async (own: number) => {
      for (let turn = own; performance.now() < end; turn++) {
        const body = { id: ids[turn % ROWS], remark: `${own} ${turn}`, sort: turn };
        const answer = await clients[own % clients.length]?.call('PUT', '/api/dict/update', { token, body });
        answers.push(`${answer?.status} ${answer?.body.msg}`);
        // What thirty people would leave to the machine.
        await pause(10);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, (_, own) => caller(own)));
    expect(tally(answers)).toEqual({ '200 Operation succeeded': answers.length });
    expect(await trio.metric('steward_transaction_retries_sum')).toBeGreaterThan(0);
    const [logged] = await query(
      'db1',
      "SELECT COUNT(1) AS rows_, MIN(status = 0) AS well FROM ??.operation_log WHERE method = 'update'",
      [database],
    );
    expect([Number(logged?.rows_), Number(logged?.well)]).toEqual([answers.length, 1]);
  });

  it('leave a row with what one of them gave it', async () => {
    const { clients, token } = trio;
    const [one, other] = clients as [Client, Client, Client];
    const menus: number[] = [];
    for (const name of ['one', 'other']) {
      const added = await one.post<{ id: number }>('/api/menu/add', { name, type: 0, parentId: 0 }, { token });
      menus.push(added.body.data.id);
    }
    const id = (await one.post<{ id: number }>('/api/role/add', named('shared'), { token })).body.data.id;
    for (let turn = 0; turn < 10; turn++) {
      const give = (client: Client, ...menuIds: number[]) =>
        client.call('PUT', '/api/role/update', { token, body: { id, menuIds } });
      const given = await Promise.all([give(one, menus[0] ?? 0), give(other, menus[1] ?? 0)]);
      for (const answer of given) expectSuccess(answer);
      const { data } = (await one.get<{ menuIds: number[] }>(`/api/role/detail/${id}`, token)).body;
      expect(data.menuIds).toHaveLength(1);
      expectSuccess(await give(other));
    }
  });

  it('do not put two entries of the menu below each other', async () => {
    const { clients, token } = trio;
    const [one, other, third] = clients as [Client, Client, Client];
    const move = (client: Client, id = 0, parentId = 0) =>
      client.call('PUT', '/api/menu/update', { token, body: { id, parentId } });
    const ids: number[] = [];
    for (const name of ['one', 'other']) {
      const added = await one.post<{ id: number }>('/api/menu/add', { name, type: 0, parentId: 0 }, { token });
      ids.push(added.body.data.id);
    }
    for (let turn = 0; turn < 10; turn++) {
      const moved = await Promise.all([move(one, ids[0], ids[1]), move(other, ids[1], ids[0])]);
      expect(tally(moved.map(({ status, body }) => `${status} ${body.ok}`))).toEqual({ '200 true': 1, '200 false': 1 });
      for (const id of ids) expectSuccess(await move(third, id));
    }
  });
});

function named(code: string): object {
  return { code, name: code };
}
