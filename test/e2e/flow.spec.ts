import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { describeApi } from '../../src/openapi/document.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { Booking, bookingPermissions, bookings, Machine } from '../support/bookings.js';
import { aCaller } from '../support/callers.js';
import { expectFailure, expectSuccess, tally } from '../support/checks.js';

const PATH = '/api/app/booking';

describe('the states of rows', () => {
  let [a, b] = [] as unknown as [TestApp, TestApp];
  let admin: string;
  beforeAll(async () => {
    a = await startApp({ extensions: [bookings] });
    b = await startApp({ extensions: [bookings], storage: a.storage, clock: a.clock });
    admin = (await a.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(async () => {
    await b.stop();
    await a.stop();
  });

  const times = { startsAt: '2031-05-01T08:00:00.000Z', endsAt: '2031-05-01T09:00:00.000Z' };
  const add = async (values: object = {}) => {
    const { id: machineId } = await a.db.manager.save(a.db.manager.create(Machine, { tenantId: 0 }));
    return a.client.post<{ id: number }>(`${PATH}/add`, { machineId, ...times, ...values }, { token: admin });
  };
  const added = async () => {
    const answer = await add();
    expectSuccess(answer);
    return answer.body.data.id;
  };
  const call = (action: string, id: number, { at = a, token = admin, body = {}, headers = {} } = {}) =>
    at.client.call('PUT', `${PATH}/${action}/${id}`, { token, body, headers });
  const bookingOf = (id: number) => a.db.manager.findOneByOrFail(Booking, { id });

  it('begin where the first move does, whatever a body says', async () => {
    expect(await bookingOf(await added())).toMatchObject({ status: 1 });
    expectSuccess(await add({ status: 1 }));
    const refused = await add({ status: 2 });
    expectFailure(refused);
    expect(refused.body.msg).toBe('status must be 1 in a new row');
  });

  it('change with their moves, which the operation log has by their names', async () => {
    const id = await added();
    const confirmed = await call('confirm', id);
    expectSuccess(confirmed);
    expect(confirmed.headers.get('etag')).toMatch(/^"/);
    expect(await bookingOf(id)).toMatchObject({ status: 2 });
    const [row] = await a.db.manager.find(OperationLog, { order: { id: 'DESC' }, take: 1 });
    expect(row).toMatchObject({ method: 'confirm', changes: { status: [1, 2] } });
    expectSuccess(await call('cancel', id, { body: { note: 'rain' } }));
    expect(await bookingOf(id)).toMatchObject({ status: 3, note: 'rain' });
  });

  it('change in no other way', async () => {
    const id = await added();
    const update = (body: object) => a.client.call('PUT', `${PATH}/update`, { token: admin, body: { id, ...body } });
    const refused = await update({ status: 2 });
    expectFailure(refused);
    expect(refused.body.msg).toBe('status changes with confirm, cancel alone');
    expectSuccess(await update({ status: 1, endsAt: '2031-05-01T10:00:00.000Z' }));
    expect(await bookingOf(id)).toMatchObject({ status: 1, endsAt: new Date('2031-05-01T10:00:00.000Z') });
  });

  it('are left by the moves that begin there alone', async () => {
    const id = await added();
    expectSuccess(await call('cancel', id, { body: { note: 'x' } }));
    for (const action of ['confirm', 'cancel']) {
      const refused = await call(action, id, { body: { note: 'y' } });
      expectFailure(refused);
      expect(refused.body.msg).toBe(`Booking ${id}: ${action} is not possible while status is 3`);
      expect(JSON.parse(refused.headers.get('x-error') ?? '')).toMatchObject({ reason: 'values', member: 'status' });
    }
    expect(await bookingOf(id)).toMatchObject({ status: 3, note: 'x' });
  });

  it('are left once by moves at the same moment, on two instances', async () => {
    const id = await added();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => call('confirm', id, { at: [a, b][i % 2] })));
    const kinds = answers.map(({ status, body }) => `${status} ${body.ok ? 'moved' : body.msg}`);
    const told = `200 Booking ${id}: confirm is not possible while status is 2`;
    expect(tally(kinds)).toEqual({ '200 moved': 1, [told]: 9 });
  });

  it("need the permission of the move, and a row of the caller's tenant", async () => {
    const id = await added();
    const all = Object.values(bookingPermissions);
    const { token: clerk } = await aCaller(
      a,
      all.filter((code) => code !== bookingPermissions.confirm),
    );
    expectFailure(await call('confirm', id, { token: clerk }), 403);
    const tenant = await a.make.aTenant();
    const { token: stranger } = await aCaller(a, all, { tenantId: tenant.id });
    const refused = await call('confirm', id, { token: stranger });
    expectFailure(refused);
    expect(refused.body.msg).toBe(`Booking ${id} does not exist`);
    expect(await bookingOf(id)).toMatchObject({ status: 1 });
  });

  it('are left with the rules of the body, and by a tag that is current', async () => {
    const id = await added();
    expectFailure(await call('cancel', id, { body: { note: '' } }));
    expectFailure(await call('confirm', id, { headers: { 'if-match': '"none"' } }));
    expect(await bookingOf(id)).toMatchObject({ status: 1, note: '' });
  });

  it('are described', async () => {
    const { paths } = await describeApi(a.app);
    expect(paths[`${PATH}/confirm/{id}`]?.put).toMatchObject({
      summary: 'Booking: confirm',
      'x-permission': 'app:booking:confirm',
    });
  });
});
