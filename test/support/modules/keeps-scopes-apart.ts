import { expectFailure } from '../checks.js';
import type { ModuleTests } from './behaves-as-module.js';
import { idsIn } from './keeps-tenants-apart.js';
import { type Body, type ModuleCaller, inPath } from './served-module.js';

/** Tests that no operation shows or changes a row that the data scope of a caller does not reach. */
export function keepsScopesApart(tests: ModuleTests, scope: 'department' | 'owner'): void {
  const { module, shape, operations } = tests;
  const readers = ['page?pageSize=500', 'list', ...(shape.tree ? ['tree', 'branches?pageSize=500'] : [])];
  let own: ModuleCaller;
  let other: ModuleCaller;
  beforeAll(async () => {
    const { tenantId } = tests.holder;
    [own, other] = await Promise.all([
      module.clerk([...tests.codes], tenantId, scope),
      module.clerk([...tests.codes], tenantId, scope),
    ]);
  });

  it('shows rows only to those whose data scope reaches them', async () => {
    const id = await module.added(await tests.bodyFor('most', own), own);
    const shows = (answer: unknown) => idsIn(answer).has(String(id));
    for (const tail of readers) {
      expect({ tail, own: shows(await module.data('GET', tail, own)) }).toEqual({ tail, own: true });
      expect({ tail, other: shows(await module.data('GET', tail, other)) }).toEqual({ tail, other: false });
      expect({ tail, all: shows(await module.data('GET', tail, tests.holder)) }).toEqual({ tail, all: true });
    }
    const tail = `options?ids=${encodeURIComponent(inPath(id))}`;
    expect(await module.data<unknown[]>('GET', tail, own)).toHaveLength(1);
    expect(await module.data<unknown[]>('GET', tail, other)).toEqual([]);
    const rows = ({ headers }: { headers: Headers }) => Number(headers.get('x-total-count'));
    expect(rows(await module.export(other))).toBe((await module.data<Body[]>('GET', 'list', other)).length);
    expectFailure(await module.call('GET', `detail/${inPath(id)}`, other));
  });

  it('changes no row that the data scope does not reach', async () => {
    const id = await module.added(await tests.bodyFor('most', own), own);
    const before = await module.data('GET', `detail/${inPath(id)}`, own);
    if (operations.includes('update')) {
      expectFailure(await module.call('PUT', 'update', other, { id, ...shape.change }));
    }
    expectFailure(await module.call('DELETE', `delete/${inPath(id)}`, other));
    expectFailure(await module.call('DELETE', 'batchDelete', other, { ids: [id] }));
    expect(await module.data('GET', `detail/${inPath(id)}`, own)).toEqual(before);
    await module.call('DELETE', `delete/${inPath(id)}`, own);
    expectFailure(await module.call('GET', `detail/${inPath(id)}`, tests.holder));
  });
}
