import { randomBytes } from 'node:crypto';
import type { CrudShape } from 'steward/crud';
import { Resource } from '../../src/crud/read/resource.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { describeApi } from '../../src/openapi/document.js';
import { type TestApp, startApp, TEST_DATA_KEY } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import { Contact, Customer, customerPermissions, customers, customerShape } from '../support/customers.js';

const PATH = '/api/app/customer';
const codes = Object.values(customerPermissions);

/** A customer as the API shows it. */
interface Shown {
  id: number;
  name: string;
  taxNumber: string | null;
  remark: string;
}

/** Numbers that nothing else contains. */
let next = 100_000;
const aNumber = () => `DE${next++}XY`;

describe('sealed and concealed columns', () => {
  let steward: TestApp;
  let reader: string;
  let clerk: string;
  beforeAll(async () => {
    steward = await startApp({ extensions: [customers] });
    reader = (await aCaller(steward, codes)).token;
    clerk = (
      await aCaller(
        steward,
        codes.filter((code) => code !== customerPermissions.readTax),
      )
    ).token;
  });
  afterAll(() => steward.stop());

  const add = async (values: object, token = clerk): Promise<number> => {
    const answer = await steward.client.post<{ id: number }>(`${PATH}/add`, values, { token });
    expectSuccess(answer);
    return answer.body.data.id;
  };
  const update = (body: object, token = clerk, headers?: Record<string, string>) =>
    steward.client.call('PUT', `${PATH}/update`, { token, body, headers });
  const detail = (id: number, token: string) => steward.client.get<Shown>(`${PATH}/detail/${id}`, token);
  const taxOf = async (id: number, token: string) => (await detail(id, token)).body.data.taxNumber;
  const page = async (query: string, token: string) =>
    (await steward.client.get<{ records: Shown[]; total: number }>(`${PATH}/page?${query}`, token)).body.data;
  const stored = async (id: number) => {
    const [row = {}] = await steward.db.query<Record<string, string | null>[]>(
      `SELECT * FROM app_customer WHERE id = ${id}`,
    );
    return row;
  };

  it('are encrypted where they are stored, each time differently', async () => {
    const taxNumber = aNumber();
    const [one, two] = [await add({ name: 'One', taxNumber }), await add({ name: 'Two', taxNumber })];
    const [first, second] = [await stored(one), await stored(two)];
    expect(first.tax_number).toMatch(/^v1\./);
    expect(first.tax_number).not.toBe(second.tax_number);
    expect(first.tax_number_hash).toBe(second.tax_number_hash);
    expect(JSON.stringify([first, second])).not.toContain(taxNumber);
    expect(await taxOf(one, reader)).toBe(taxNumber);
  });

  it('are readable with their own permission alone, in every view', async () => {
    const taxNumber = aNumber();
    const name = `Views ${taxNumber.slice(2, 8)}`;
    const id = await add({ name, taxNumber });
    // In turns, because pages are shared between callers who see the same.
    for (const token of [reader, clerk, reader, clerk]) {
      const shown = token === reader ? taxNumber : '***';
      expect(await taxOf(id, token)).toBe(shown);
      expect((await page(`name=${name}`, token)).records).toEqual([expect.objectContaining({ taxNumber: shown })]);
      const list = await steward.client.get<Shown[]>(`${PATH}/list?name=${name}`, token);
      expect(list.body.data).toEqual([expect.objectContaining({ taxNumber: shown })]);
    }
  });

  it('are found by their whole value alone, without which nobody is shown more', async () => {
    const taxNumber = aNumber();
    const id = await add({ name: 'Found', taxNumber });
    for (const token of [reader, clerk]) {
      expect((await page(`taxNumber=${taxNumber}`, token)).records.map((row) => row.id)).toEqual([id]);
      expect((await page(`taxNumber=${taxNumber.slice(0, -1)}`, token)).total).toBe(0);
      expect((await page(`taxNumber=${taxNumber.toLowerCase()}`, token)).total).toBe(0);
    }
  });

  it('keep their values when a form sends back what it was shown', async () => {
    const taxNumber = aNumber();
    const id = await add({ name: 'Form', taxNumber });
    const before = await stored(id);
    expectSuccess(await update({ id, name: 'Formed', taxNumber: '***' }));
    expectSuccess(await update({ id, taxNumber }));
    const now = await stored(id);
    expect(now).toEqual({ ...before, name: 'Formed' });
    expect(await taxOf(id, reader)).toBe(taxNumber);
  });

  it('are changed, emptied and set again', async () => {
    const [old, fresh] = [aNumber(), aNumber()];
    const id = await add({ name: 'Changes', taxNumber: old });
    expectSuccess(await update({ id, taxNumber: fresh }));
    expect(await taxOf(id, reader)).toBe(fresh);
    expect((await page(`taxNumber=${old}`, reader)).total).toBe(0);
    expect((await page(`taxNumber=${fresh}`, reader)).total).toBe(1);
    for (const [empty, hash] of [
      [null, null],
      ['', null],
    ] as const) {
      expectSuccess(await update({ id, taxNumber: empty }));
      expect(await taxOf(id, clerk)).toBe(empty);
      expect((await stored(id)).tax_number_hash).toBe(hash);
    }
    expectSuccess(await update({ id, taxNumber: old }));
    expect(await taxOf(id, reader)).toBe(old);
  });

  it('hold as many characters as they say, of any kind', async () => {
    const widest = '\u{1F600}'.repeat(10);
    const id = await add({ name: 'Wide', taxNumber: widest });
    expect(await taxOf(id, reader)).toBe(widest);
    expectFailure(
      await steward.client.post(`${PATH}/add`, { name: 'Long', taxNumber: 'x'.repeat(21) }, { token: clerk }),
    );
  });

  it('have a part in the version of a row, for those who cannot read them too', async () => {
    const id = await add({ name: 'Tag', taxNumber: aNumber() });
    const tags = await Promise.all([reader, clerk].map(async (token) => (await detail(id, token)).headers.get('etag')));
    expect(tags[0]).toBe(tags[1]);
    const tag = tags[0] ?? '';
    expectSuccess(await update({ id, taxNumber: aNumber() }, clerk, { 'if-match': tag }));
    expectFailure(await update({ id, name: 'Late' }, clerk, { 'if-match': tag }));
  });

  it('are masked in the operation log, whether a call succeeds or not, with lines', async () => {
    const [first, second, third] = [aNumber(), aNumber(), aNumber()];
    const remark = 'pays late';
    const id = await add({ name: 'Logged', taxNumber: first, remark, contacts: [{ phone: '0157-123' }] });
    expectSuccess(await update({ id, taxNumber: second, remark: 'pays in time', contacts: [{ phone: '0157-456' }] }));
    expectFailure(await update({ id: 999_999, taxNumber: third, remark }));
    expectFailure(await update({ id, name: 7, taxNumber: third }));
    expectSuccess(await steward.client.call('DELETE', `${PATH}/delete/${id}`, { token: clerk }));
    const rows = await steward.db.manager.find(OperationLog, { order: { id: 'DESC' }, take: 5 });
    const text = JSON.stringify(rows);
    for (const secret of [first, second, third, 'pays', '0157']) expect(text).not.toContain(secret);
    const [deleted, , , updated, added] = rows;
    expect(JSON.parse(added?.param ?? '')).toEqual({
      name: 'Logged',
      taxNumber: '***',
      remark: '***',
      contacts: '***',
    });
    expect(updated?.changes).toEqual({
      taxNumber: ['***', '***'],
      remark: ['***', '***'],
      contacts: ['***', '***'],
    });
    expect(deleted?.changes).toMatchObject({ name: ['Logged', null], taxNumber: ['***', null], remark: ['***', null] });
  });

  it('are masked in the operation log of other routes of the controller', async () => {
    const taxNumber = aNumber();
    const body = { taxNumber, reason: 'known' };
    expectSuccess(await steward.client.call('PUT', `${PATH}/check`, { token: clerk, body }));
    const [row] = await steward.db.manager.find(OperationLog, { order: { id: 'DESC' }, take: 1 });
    expect(JSON.parse(row?.param ?? '')).toEqual({ taxNumber: '***', reason: 'known' });
  });

  it('can be set again or deleted with their rows if their key is lost', async () => {
    const [one, two] = [
      await add({ name: 'Lost', taxNumber: aNumber() }),
      await add({ name: 'Gone', taxNumber: aNumber() }),
    ];
    await steward.db.query("UPDATE app_customer SET tax_number = 'v1.of.another.key' WHERE id IN (?, ?)", [one, two]);
    expectFailure(await detail(one, clerk));
    const taxNumber = aNumber();
    expectSuccess(await update({ id: one, taxNumber }));
    expect(await taxOf(one, reader)).toBe(taxNumber);
    expectSuccess(await steward.client.call('DELETE', `${PATH}/delete/${two}`, { token: clerk }));
  });

  it('are in no export, and rows are not ordered by them', async () => {
    const taxNumber = aNumber();
    await add({ name: 'Export', taxNumber, remark: 'hidden remark' });
    const answer = await fetch(`${steward.url}${PATH}/export`, { headers: { authorization: `Bearer ${reader}` } });
    const csv = await answer.text();
    expect(csv.split('\r\n')[0]).toMatch(/id,tenantId,name$/);
    for (const secret of [taxNumber, 'hidden remark', 'v1.']) expect(csv).not.toContain(secret);
    for (const column of ['taxNumber', 'taxNumberHash', 'remark']) {
      const ids = (await page(`orderBy=${column}&order=asc`, reader)).records.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort((a, b) => b - a));
    }
  });

  it('are not filtered by a part, or through their hash', async () => {
    const { total } = await page('', reader);
    for (const query of ['remark=hidden', 'taxNumberHash=x']) expect((await page(query, reader)).total).toBe(total);
  });

  it('cannot be read from another row', async () => {
    const [one, two] = [await add({ name: 'A', taxNumber: aNumber() }), await add({ name: 'B', taxNumber: aNumber() })];
    const { tax_number: moved } = await stored(one);
    await steward.db.query(`UPDATE app_customer SET tax_number = '${moved}' WHERE id = ${two}`);
    const answer = await detail(two, reader);
    expectFailure(answer);
    expect(answer.body.msg).toContain('DATA_KEY');
    await steward.db.query(`DELETE FROM app_customer WHERE id = ${two}`);
  });

  it('are described, without their hashes', async () => {
    const text = JSON.stringify(await describeApi(steward.app));
    expect(text).toContain('`***` for callers without the permission `app:customer:readTax`');
    expect(text).not.toContain('taxNumberHash');
  });

  it('are readable and found while the key is being changed, and are encrypted again when they are written', async () => {
    const taxNumber = aNumber();
    const id = await add({ name: 'Rotated', taxNumber });
    const key = randomBytes(32).toString('hex');
    const later = await startApp({
      extensions: [customers],
      storage: steward.storage,
      clock: steward.clock,
      env: { DATA_KEY: key, DATA_KEY_PREVIOUS: TEST_DATA_KEY },
    });
    const other = await startApp({
      extensions: [customers],
      storage: steward.storage,
      clock: steward.clock,
      env: { DATA_KEY: randomBytes(32).toString('hex') },
    });
    try {
      const found = await later.client.get<{ records: Shown[] }>(`${PATH}/page?taxNumber=${taxNumber}`, reader);
      expect(found.body.data.records).toEqual([expect.objectContaining({ id, taxNumber })]);
      const body = { id, taxNumber };
      expectSuccess(await later.client.call('PUT', `${PATH}/update`, { token: clerk, body }));
      expectFailure(await detail(id, reader));
      const again = await later.client.get<Shown>(`${PATH}/detail/${id}`, reader);
      expect(again.body.data.taxNumber).toBe(taxNumber);
      for (const token of [reader, clerk]) {
        const answer = await other.client.get<Shown>(`${PATH}/detail/${id}`, token);
        expectFailure(answer);
        expect(answer.body.msg).toContain('DATA_KEY');
      }
    } finally {
      await later.stop();
      await other.stop();
    }
  });

  it.each<[string, Partial<CrudShape<Customer>>]>([
    ['filtered', { filters: ['remark'] }],
    ['ordered', { order: [['taxNumber', 'ASC']] }],
    ['named', { name: 'taxNumber' }],
  ])('cannot be those that rows are %s by', (_, shape) => {
    const metadata = steward.db.getMetadata(Customer);
    expect(() => new Resource(metadata, customerShape(shape))).toThrow('is concealed');
  });

  it('cannot be sealed in lines', () => {
    const metadata = steward.db.getMetadata(Contact);
    const shape = { label: 'Contact', filters: [], lines: { customers: { entity: Customer, row: 'id' } } };
    expect(() => new Resource(metadata, shape)).toThrow('Lines cannot be sealed, as in Customer');
  });
});
