import { workPermissions } from '../../src/modules/work/work.permissions.js';
import type { WorkRow, WorkState } from '../../src/work/work-row.entity.js';
import { WorkTable } from '../../src/work/work-table.js';
import { type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectData, expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import { eventually } from '../support/poll.js';
import { addWork, TestWork, testWork, workOf } from '../support/test-work.js';

const PATIENCE_MS = 10_000;
const DAY_MS = 86_400_000;

describe('the routes to work', () => {
  let steward: TestApp;
  let admin: string;
  let own: { id: number; token: string };

  beforeAll(async () => {
    steward = await startApp({ extensions: [testWork] });
    const codes = Object.values(workPermissions);
    admin = (await aCaller(steward, codes)).token;
    const { id } = await steward.make.aTenant();
    own = { id, token: (await aCaller(steward, codes, { tenantId: id })).token };
  });
  afterAll(() => steward.stop());

  /** A row that nobody begins by itself, in a state. */
  async function aRow(state: WorkState, kind = 'test.small', data: unknown = {}, tenantId = own.id): Promise<number> {
    const id = await addWork(steward, kind, data, { tenantId, at: new Date(Date.now() + DAY_MS) });
    if (state !== 'waiting') {
      await steward.app.get(WorkTable).update({ id }, { state, attempts: 3, error: 'no', leasedBy: 'another' });
    }
    return id;
  }

  const detail = (id: number, token = own.token) => steward.client.get<WorkRow>(`/api/work/detail/${id}`, token);
  const put = (name: string, ids: unknown, token = own.token) =>
    steward.client.call('PUT', `/api/work/${name}`, { token, body: { ids } });

  it('show a page with the newest first, filtered, and without data', async () => {
    const ids = [await aRow('failed'), await aRow('waiting'), await aRow('failed')];
    const page = await steward.client.get<{ records: WorkRow[] }>(
      '/api/work/page?state=failed&kind=test.small',
      own.token,
    );
    expectSuccess(page);
    expect(page.body.data.records.map(({ id }) => id).slice(0, 2)).toEqual([ids[2], ids[0]]);
    expect(page.body.data.records[0]).toMatchObject({ tenantId: own.id, attempts: 3, error: 'no' });
    expect(page.body.data.records[0]).not.toHaveProperty('data');
    expect(page.body.data.records[0]).not.toHaveProperty('waitingKey');
  });

  it('show the data of one, with its secrets masked', async () => {
    const id = await aRow('waiting', 'test.small', { name: 'x', password: 'hush', deep: [{ apiKey: 'hush' }] });
    const answer = await detail(id);
    expectSuccess(answer);
    expect(answer.body.data.data).toBe('{"name":"x","password":"***","deep":[{"apiKey":"***"}]}');
    const list = await detail(await aRow('waiting', 'test.small', ['a', 1]));
    expect(list.body.data.data).toBe('{"data":["a",1]}');
  });

  it('show nothing of data that is encrypted', async () => {
    const id = await aRow('waiting', 'test.secret', { name: 'anna' });
    expect((await detail(id)).body.data.data).toBe('***');
    await steward.app.get(WorkTable).update({ id }, { kind: 'test.gone' });
    expect((await detail(id)).body.data.data).toBe('***');
  });

  it('begin again what failed, with all its attempts', async () => {
    const ids = [await aRow('failed', 'test.small', 'again'), await aRow('cancelled', 'test.small', 'again')];
    expectData(await put('retry', ids), {});
    for (const id of ids) {
      await eventually(async () => (await workOf(steward, id)).state === 'done', PATIENCE_MS);
      expect(await workOf(steward, id)).toMatchObject({ attempts: 1, error: '' });
    }
    expect(steward.app.get(TestWork).dataOf('test.small')).toEqual(expect.arrayContaining(['again', 'again']));
  });

  it('cancel what waits, and what is running', async () => {
    const handlers = steward.app.get(TestWork);
    handlers.does = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut'))));
    const running = await addWork(steward, 'test.small', 'held', { tenantId: own.id });
    await eventually(async () => (await workOf(steward, running)).state === 'running', PATIENCE_MS);
    const waiting = await aRow('waiting');
    expectData(await put('cancel', [running, waiting]), {});
    for (const id of [running, waiting]) {
      expect(await workOf(steward, id)).toMatchObject({
        state: 'cancelled',
        error: expect.stringMatching(/^Cancelled by /) as string,
      });
    }
    await eventually(async () => handlers.runs.at(-1)?.signal.aborted === true, PATIENCE_MS);
    expect(await workOf(steward, running)).toMatchObject({ state: 'cancelled' });
    handlers.does = () => undefined;
  });

  it.each([
    ['retry', 'done'],
    ['retry', 'running'],
    ['cancel', 'done'],
    ['cancel', 'failed'],
    ['cancel', 'cancelled'],
  ] as const)('refuse to %s what is %s, and change nothing', async (name, state) => {
    const other = await aRow(name === 'retry' ? 'failed' : 'waiting');
    const before = await workOf(steward, other);
    expectFailure(await put(name, [other, await aRow(state)]));
    expect(await workOf(steward, other)).toEqual(before);
  });

  it('take a list of ids', async () => {
    for (const ids of [undefined, [], 'x', [0], [-1], [1.5], ['x']]) expectFailure(await put('retry', ids));
    expectNamed(await put('retry', [999_999]), '999999');
  });

  it("hide other tenants' rows, but not from the platform", async () => {
    const { id: tenantId } = await steward.make.aTenant();
    const id = await aRow('failed', 'test.small', {}, tenantId);
    expectFailure(await detail(id));
    expectFailure(await put('retry', [id]));
    expectFailure(await put('cancel', [id]));
    const page = await steward.client.get<{ records: WorkRow[] }>('/api/work/page?size=100', own.token);
    expect(page.body.data.records.every((row) => row.tenantId === own.id)).toBe(true);
    expectSuccess(await detail(id, admin));
    expectData(await put('retry', [id], admin), {});
  });

  it('need their permission', async () => {
    const { token } = await aCaller(steward, [workPermissions.page], { tenantId: own.id });
    const id = await aRow('failed');
    expectFailure(await detail(id, token), 403);
    expectFailure(await put('retry', [id], token), 403);
    expectFailure(await put('cancel', [id], token), 403);
  });
});
