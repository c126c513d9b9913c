import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { Booking, bookings, Machine } from '../support/bookings.js';
import { tally } from '../support/checks.js';

const HOUR = 3_600_000;
const START = Date.UTC(2031, 4, 1, 8);

/** The recipe of docs/extending.md against overlaps. */
describe('bookings of one machine', () => {
  let [a, b]: TestApp[] = [];
  let admin: string;
  beforeAll(async () => {
    a = await startApp({ extensions: [bookings] });
    b = await startApp({ extensions: [bookings], storage: a.storage, clock: a.clock });
    admin = (await a.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(async () => {
    await b?.stop();
    await a?.stop();
  });

  const aMachine = async () => {
    const { manager } = started(a).db;
    return (await manager.save(manager.create(Machine, { tenantId: 0 }))).id;
  };
  const started = (app: TestApp | undefined) => {
    if (!app) throw new Error('was not started');
    return app;
  };
  const timesOf = (from: number, hours: number) => ({
    startsAt: new Date(START + from * HOUR).toISOString(),
    endsAt: new Date(START + (from + hours) * HOUR).toISOString(),
  });
  const book = (index: number, body: object) =>
    started(index % 2 === 0 ? a : b).client.post<{ id: number }>('/api/app/booking/add', body, { token: admin });

  it('that overlap are taken by the first of 50 at the same moment, on two instances', async () => {
    const machineId = await aMachine();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => book(index, { machineId, ...timesOf((index % 5) / 10, 1) })),
    );
    const [taken, ...others] = await started(a).db.manager.findBy(Booking, { machineId });
    expect(others).toEqual([]);
    const told = `The machine is booked from ${taken?.startsAt.toISOString()} on`;
    const kinds = answers.map(({ status, body }) => `${status} ${body.ok ? 'booked' : body.msg}`);
    expect(tally(kinds)).toEqual({ '200 booked': 1, [`200 ${told}`]: 49 });
  });

  it('that only touch are all taken, and moved ones must not overlap either', async () => {
    const machineId = await aMachine();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => book(index, { machineId, ...timesOf(index, 1) })),
    );
    expect(answers.filter(({ body }) => body.ok)).toHaveLength(10);
    const id = answers[4]?.body.data.id;
    const move = (from: number) =>
      started(b).client.call('PUT', '/api/app/booking/update', {
        token: admin,
        body: { id, machineId, ...timesOf(from, 1) },
      });
    expect((await move(6.5)).body.msg).toContain('The machine is booked from');
    expect((await move(4)).body.ok).toBe(true);
    expect((await move(20)).body.ok).toBe(true);
  });

  it('of another machine do not matter', async () => {
    const [one, another] = [await aMachine(), await aMachine()];
    for (const machineId of [one, another]) expect((await book(0, { machineId, ...timesOf(0, 1) })).body.ok).toBe(true);
  });
});
