import { expectFailure } from '../checks.js';
import type { ModuleTests } from './behaves-as-module.js';
import { type Body, inPath } from './served-module.js';

/** Tests that no operation shows or changes a row of another tenant. */
export function keepsTenantsApart(tests: ModuleTests): void {
  const { module, shape, operations } = tests;
  const readers = ['page?pageSize=500', 'list', ...(shape.tree ? ['tree', 'branches?pageSize=500'] : [])];

  if (!shape.least) {
    it('shows each tenant its own rows alone', async () => {
      const total = async () => (await module.data<{ total: number }>('GET', 'page', tests.other)).total;
      const before = await total();
      await module.hasRow(tests.holder);
      expect(await total()).toBe(before);
      expect(await module.data('GET', 'page', tests.holder)).toMatchObject({ total: expect.any(Number) as number });
    });
    return;
  }

  it('shows each tenant its own rows alone', async () => {
    const { holder, other } = tests;
    const id = await module.added(await tests.bodyFor('most', holder), holder);
    const shows = (answer: unknown) => idsIn(answer).has(String(id));
    for (const tail of readers) {
      expect({ tail, own: shows(await module.data('GET', tail, holder)) }).toEqual({ tail, own: true });
      expect({ tail, theirs: shows(await module.data('GET', tail, other)) }).toEqual({ tail, theirs: false });
    }
    const ids = encodeURIComponent(inPath(id));
    for (const tail of ['options', `options?ids=${ids}`]) {
      const values = (await module.data<{ value: unknown }[]>('GET', tail, other)).map(({ value }) => String(value));
      expect(values).not.toContain(String(id));
    }
    const rows = ({ headers }: { headers: Headers }) => Number(headers.get('x-total-count'));
    const own = await module.data<Body[]>('GET', 'list', other);
    expect(rows(await module.export(other))).toBe(own.length);
    expectFailure(await module.call('GET', `detail/${inPath(id)}`, other));
  });

  it('changes no row of another tenant', async () => {
    const { holder, other } = tests;
    const id = await module.added(await tests.bodyFor('most', holder), holder);
    const before = await module.data('GET', `detail/${inPath(id)}`, holder);
    if (operations.includes('update')) {
      expectFailure(await module.call('PUT', 'update', other, { id, ...shape.change }));
    }
    expectFailure(await module.call('DELETE', `delete/${inPath(id)}`, other));
    expectFailure(await module.call('DELETE', 'batchDelete', other, { ids: [id] }));
    expect(await module.data('GET', `detail/${inPath(id)}`, holder)).toEqual(before);
  });

  it('adds rows to the tenant of the caller, whatever the body says', async () => {
    const { holder, other } = tests;
    const body = { ...(await tests.bodyFor('most', holder)), tenantId: other.tenantId };
    const id = await module.added(body, holder);
    expect(await module.data('GET', `detail/${inPath(id)}`, holder)).toMatchObject({ tenantId: holder.tenantId });
    if (!operations.includes('update')) return;
    await module.call('PUT', 'update', holder, { id, tenantId: other.tenantId });
    expect(await module.data('GET', `detail/${inPath(id)}`, holder)).toMatchObject({ tenantId: holder.tenantId });
  });

  it('refers to no row of another tenant', async () => {
    const { holder, other } = tests;
    for (const name of shape.references ?? []) {
      const { key: theirs, ofTenant } = await module.target(name, other);
      if (!ofTenant) continue;
      const body = await tests.bodyFor('most', holder);
      const answer = await module.call('POST', 'add', holder, { ...body, [name]: theirs });
      expectFailure(answer);
      expect(answer.body.msg).toContain(name);
    }
  });
}

/** The ids of the rows in an answer, at any depth. */
export function idsIn(answer: unknown): Set<string> {
  const ids = new Set<string>();
  JSON.stringify(answer, (name, value: unknown) => {
    if (name === 'id') ids.add(String(value));
    return value;
  });
  return ids;
}
