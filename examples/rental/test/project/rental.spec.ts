import { createHmac } from 'node:crypto';
import {
  aCaller,
  type Answer,
  type Client,
  ADMIN_PASSWORD,
  expectData,
  expectFailure,
  expectSuccess,
  pass,
  startApp,
  type TestApp,
} from 'steward/testing';
import { OverdueBookings } from '../../src/modules/rental/overdue.job.js';
import { bookingPermissions, customerPermissions } from '../../src/modules/rental/rental.permissions.js';

const DAY = 86_400_000;
const SECRET = 'insecure-secret-of-the-payment-provider';

/** A booking as the API shows it. */
interface Shown {
  id: number;
  status: number;
  dailyPrice: string;
  overdue: boolean;
  customerIdLabel: string;
}

/** An invoice as the API shows it. */
interface Bill {
  id: number;
  number: string;
  total: string;
  status: number;
  paymentId: string | null;
  lines: { text: string; days: number; amount: string }[];
}

describe('the rental', () => {
  let steward: TestApp;
  let token: string;
  let customerId: number;
  let machines = 0;
  beforeAll(async () => {
    steward = await startApp({ env: { RENTAL_WEBHOOK_SECRET: SECRET } });
    await renew();
    customerId = await add('customer', { name: 'Ada', taxNumber: 'DE123456789' });
  });
  afterAll(() => steward.stop());

  async function renew(): Promise<void> {
    token = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  }

  const call = <T>(verb: string, path: string, body?: object) =>
    steward.client.call<T>(verb, `/api/app/${path}`, { token, body });

  async function add(resource: string, body: object): Promise<number> {
    const answer = await call<{ id: number }>('POST', `${resource}/add`, body);
    expectSuccess(answer);
    return answer.body.data.id;
  }

  async function aMachine(): Promise<number> {
    const name = `Digger ${++machines}`;
    const categoryId = await add('category', { name });
    return add('equipment', { categoryId, name, serialNumber: `S-${machines}`, dailyPrice: '120.50' });
  }

  /** A day so many days from today. */
  const inDays = (days: number) => new Date(steward.clock.now() + days * DAY).toISOString().slice(0, 10);

  const book = (equipmentId: number, from = 0, to = 2) =>
    call<{ id: number }>('POST', 'booking/add', {
      equipmentId,
      customerId,
      startsOn: inDays(from),
      endsOn: inDays(to),
    });

  async function bookingThatIsOut(from = 0, to = 2): Promise<number> {
    const answer = await book(await aMachine(), from, to);
    expectSuccess(answer);
    const { id } = answer.body.data;
    for (const move of ['confirm', 'handOut']) expectSuccess(await call('PUT', `booking/${move}/${id}`));
    return id;
  }

  async function detail<T>(resource: string, id: number): Promise<T> {
    const answer = await call<T>('GET', `${resource}/detail/${id}`);
    expectSuccess(answer);
    return answer.body.data;
  }

  async function invoiceOf(bookingId: number): Promise<Bill> {
    const { records } = (
      await call<{ records: { id: number; bookingId: number }[] }>('GET', 'invoice/page?pageSize=100')
    ).body.data;
    return detail('invoice', records.find((one) => one.bookingId === bookingId)?.id ?? 0);
  }

  /** A payment as the provider reports it. */
  async function pay(payment: object, { secret = SECRET, age = 0 } = {}): Promise<Answer> {
    const body = JSON.stringify({ tenantId: 0, ...payment });
    const t = Math.floor(steward.clock.now() / 1000) - age;
    const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
    const response = await fetch(`${steward.url}/api/app/payment/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-payment-signature': `t=${t},v1=${v1}` },
      body,
    });
    return { status: response.status, headers: response.headers, body: await response.json() } as Answer;
  }

  it('leads from a booking to a paid invoice', async () => {
    const id = await bookingThatIsOut();
    expect(await detail<Shown>('booking', id)).toMatchObject({
      status: 3,
      dailyPrice: '120.50',
      customerIdLabel: 'Ada',
    });
    expectSuccess(await call('PUT', `booking/takeBack/${id}`));
    expect((await detail<Shown>('booking', id)).status).toBe(4);

    const invoice = await invoiceOf(id);
    expect(invoice).toMatchObject({ total: '361.50', status: 1 });
    expect(invoice.lines).toEqual([expect.objectContaining({ days: 3, amount: '361.50' })]);

    expectFailure(await pay({ invoice: invoice.number, paymentId: 'p-0', amount: '1' }));
    expectSuccess(await pay({ invoice: invoice.number, paymentId: 'p-1', amount: '361.50' }));
    expect(await detail<Bill>('invoice', invoice.id)).toMatchObject({ status: 2, paymentId: 'p-1' });
    expectFailure(await pay({ invoice: invoice.number, paymentId: 'p-2', amount: '361.50' }));
  });

  it('charges the days after the agreed one', async () => {
    const id = await bookingThatIsOut();
    await pass(steward, 4 * DAY);
    await renew();
    expectSuccess(await call('PUT', `booking/takeBack/${id}`));
    const { lines, total } = await invoiceOf(id);
    expect(lines.map(({ days }) => days)).toEqual([3, 2]);
    expect(total).toBe('602.50');
  });

  it('never books a machine twice, however many ask at once on two instances', async () => {
    const machine = await aMachine();
    const { storage, clock } = steward;
    const other = await startApp({ storage, clock, env: { RENTAL_WEBHOOK_SECRET: SECRET } });
    const bookOn = (client: Client, from: number) => {
      const body = { equipmentId: machine, customerId, startsOn: inDays(from), endsOn: inDays(3) };
      return client.call<{ id: number }>('POST', '/api/app/booking/add', { token, body });
    };
    const clients = [steward.client, other.client];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => bookOn(clients[at % 2] ?? other.client, at % 3)),
    );
    await other.stop();
    const won = answers.filter(({ body }) => body.ok);
    expect(won).toHaveLength(1);
    for (const { body } of answers.filter((answer) => !answer.body.ok)) expect(body.msg).toContain('is booked from');
    expectSuccess(await book(machine, 4, 5));
    const { id } = won[0]?.body.data ?? { id: 0 };
    expectSuccess(await call('PUT', `booking/cancel/${id}`, { note: 'The customer has rung' }));
    expectSuccess(await book(machine, 0, 3));
  });

  it('moves bookings only from state to state', async () => {
    const answer = await book(await aMachine());
    const { id } = answer.body.data;
    expectFailure(await call('PUT', `booking/handOut/${id}`));
    await call('PUT', 'booking/update', { id, status: 3 });
    expect((await detail<Shown>('booking', id)).status).toBe(1);
    const moved = await Promise.all(Array.from({ length: 5 }, () => call('PUT', `booking/confirm/${id}`)));
    expect(moved.filter(({ body }) => body.ok)).toHaveLength(1);
    expectFailure(await call('PUT', `booking/cancel/${id}`, {}));
    const { token: other } = await aCaller(steward, Object.values(bookingPermissions), {
      tenantId: (await steward.make.aTenant()).id,
    });
    expectFailure(await steward.client.call('PUT', `/api/app/booking/handOut/${id}`, { token: other }));
    expect((await detail<Shown>('booking', id)).status).toBe(2);
  });

  it('leaves nothing of a return whose invoice cannot be made', async () => {
    const id = await bookingThatIsOut();
    const number = `${inDays(0).slice(0, 4)}-${String(id).padStart(6, '0')}`;
    // Another invoice has the number that this one would have.
    const other = (await book(await aMachine())).body.data.id;
    await steward.db.query(
      `INSERT INTO app_invoice (tenant_id, number, booking_id, customer_id, total, issued_on, created_at, updated_at)
       VALUES (0, ?, ${other}, ${customerId}, 0, '2026-01-01', '2026-01-01 00:00:00', '2026-01-01 00:00:00')`,
      [number],
    );
    expectFailure(await call('PUT', `booking/takeBack/${id}`));
    expect((await detail<Shown>('booking', id)).status).toBe(3);
  });

  it('marks at night what should have come back', async () => {
    const [late, early] = [await bookingThatIsOut(0, 1), await bookingThatIsOut(0, 30)];
    const job = steward.app.get(OverdueBookings);
    await job.run();
    expect((await detail<Shown>('booking', late)).overdue).toBe(false);
    await pass(steward, 2 * DAY);
    await renew();
    expect(await job.run()).toBeGreaterThan(0);
    expect((await detail<Shown>('booking', late)).overdue).toBe(true);
    expect((await detail<Shown>('booking', early)).overdue).toBe(false);
    const summary = await call<{ overdue: number; out: number }>('GET', 'booking/summary');
    expect(summary.body.data.overdue).toBeGreaterThan(0);
    expectSuccess(await call('PUT', `booking/takeBack/${late}`));
    expect((await detail<Shown>('booking', late)).overdue).toBe(false);
  });

  it('takes payments of its provider alone', async () => {
    const id = await bookingThatIsOut();
    expectSuccess(await call('PUT', `booking/takeBack/${id}`));
    const { number: invoice, total: amount } = await invoiceOf(id);
    const payment = { invoice, paymentId: 'p-3', amount };
    expect((await pay(payment, { secret: 'insecure-secret-of-somebody-else-altogether' })).status).toBe(403);
    expect((await pay(payment, { age: 600 })).status).toBe(403);
    const [first, second] = [await pay(payment), await pay(payment)];
    expectSuccess(first);
    expect(second.body).toMatchObject({ ok: false });
    expect((await pay({ ...payment, invoice: 'x'.repeat(2_000_000) })).status).toBe(413);
    expect((await invoiceOf(id)).status).toBe(2);
  });

  it('shows tax numbers to few, and telephone numbers in no log', async () => {
    const id = await add('customer', { name: 'Grace', phone: '555-0199', taxNumber: 'DE987' });
    const { token: clerk } = await aCaller(steward, [customerPermissions.detail], { tenantId: 0 });
    const shown = await steward.client.get<{ taxNumber: string }>(`/api/app/customer/detail/${id}`, clerk);
    expect(shown.body.data.taxNumber).toBe('***');
    expect((await detail<{ taxNumber: string }>('customer', id)).taxNumber).toBe('DE987');
    const found = await call<{ records: { id: number }[] }>('GET', 'customer/page?taxNumber=DE987');
    expect(found.body.data.records.map((row) => row.id)).toEqual([id]);
    const log = await steward.client.get<object>('/api/operation/log/page?pageSize=100', token);
    expect(JSON.stringify(log.body)).not.toMatch(/555-0199|DE987/);
  });

  it('imports customers, all of them or none', async () => {
    const send = async (csv: string) => {
      const response = await fetch(`${steward.url}/api/app/customer/import`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
        body: csv,
      });
      return (await response.json()) as { ok: boolean; msg: string; data: object };
    };
    const head = 'name,email,phone,taxNumber\n';
    expect(await send(`${head}Emmy,emmy@example.org,1,DE1\nMary,,2,\n`)).toMatchObject({
      ok: true,
      data: { added: 2 },
    });
    const refused = await send(`${head}Rosalind,,3,\n,,4,\n`);
    expect(refused).toMatchObject({ ok: false });
    expect(refused.msg).toContain('Line 3');
    const found = await call<{ total: number }>('GET', 'customer/page?name=Rosalind');
    expect(found.body.data.total).toBe(0);
  });

  it('gives users a branch, and a new installation a role', async () => {
    const branchId = await add('branch', { name: 'Harbour' });
    const user = await steward.make.aUser({ tenantId: 0 });
    const body = { id: user.id, branchId };
    expectData(await steward.client.call('PUT', '/api/user/update', { token, body }), {});
    const shown = await steward.client.get<object>(`/api/user/detail/${user.id}`, token);
    expect(shown.body.data).toMatchObject({ branchId, branchIdLabel: 'Harbour' });
    expectFailure(await call('DELETE', `customer/delete/${customerId}`));
    expectSuccess(await call('DELETE', `branch/delete/${branchId}`));
    const later = await steward.client.get<object>(`/api/user/detail/${user.id}`, token);
    expect(later.body.data).toMatchObject({ branchId: null });
    const roles = await steward.client.get<{ records: { code: string }[] }>('/api/role/page?code=clerk', token);
    expect(roles.body.data.records.map(({ code }) => code)).toEqual(['clerk']);
  });
});
