import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { Category, Label, Order, OrderLine, Product } from '../support/shop/shop.entities.js';
import { ShopModule } from '../support/shop/shop.module.js';
import { type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectData, expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import { parseCsv } from '../support/csv.js';
import { freshTable } from '../support/fresh-table.js';
import { onServices } from '../support/services.js';
import { statementsOf } from '../support/statements.js';

type Body = Record<string, unknown>;

const CODES = ['category', 'product', 'label', 'order', 'sale'].flatMap((resource) =>
  ['page', 'list', 'detail', 'add', 'update', 'delete', 'batchDelete', 'export'].map(
    (operation) => `shop:${resource}:${operation}`,
  ),
);

let steward: TestApp;
/** Callers of two tenants. */
let one: string;
let two: string;
let tenants: number[];

const call = async <T = Body>(method: string, path: string, body?: unknown, token = one): Promise<T> => {
  const answer = await steward.client.call<T>(method, `/api/shop/${path}`, { token, body });
  expectSuccess(answer);
  return answer.body.data;
};
const refused = async (method: string, path: string, body?: unknown, token = one): Promise<string> => {
  const answer = await steward.client.call(method, `/api/shop/${path}`, { token, body });
  expectFailure(answer);
  return answer.body.msg;
};
const added = async <Id extends string | number = number>(resource: string, body: Body, token = one): Promise<Id> =>
  (await call<{ id: Id }>('POST', `${resource}/add`, body, token)).id;
const records = async (path: string, token = one) =>
  (await call<{ records: Body[] }>('GET', path, undefined, token)).records;
const titles = async (query: string) =>
  (await records(`product/page?orderBy=title&${query}`)).map(({ title }) => title);

beforeAll(async () => {
  steward = await startApp({ extensions: [{ module: ShopModule }] });
  for (const entity of [Category, Product, Label, Order, OrderLine]) await freshTable(steward.db, entity);
  await steward.db.query('CREATE VIEW shop_view AS SELECT tenant_id, count FROM shop_line');
  const made = [await steward.make.aTenant(), await steward.make.aTenant()];
  tenants = made.map(({ id }) => id);
  [one = '', two = ''] = await Promise.all(
    tenants.map(async (tenantId) => (await aCaller(steward, CODES, { tenantId })).token),
  );
});
afterAll(() => steward.stop());

describe('references', () => {
  let books: number;
  let theirs: number;
  beforeAll(async () => {
    books = await added('category', { name: 'Books' });
    theirs = await added('category', { name: 'Secret of the others' }, two);
  });

  it('are shown by their labels in page, list, detail and export', async () => {
    const id = await added<string>('product', { title: 'Novel', categoryId: books, soldOn: '2026-01-31' });
    const shown = { id, categoryId: books, categoryIdLabel: 'Books', ownerId: null, ownerIdLabel: null };
    expect(await records('product/page')).toContainEqual(expect.objectContaining(shown));
    expect(await call('GET', 'product/list')).toContainEqual(expect.objectContaining(shown));
    expect(await call('GET', `product/detail/${id}`)).toMatchObject(shown);
    const csv = parseCsv(
      await (
        await fetch(`${steward.url}/api/shop/product/export`, { headers: { authorization: `Bearer ${one}` } })
      ).text(),
    );
    expect(csv[0]).toContain('categoryIdLabel');
    expect(csv[1]?.[csv[0]?.indexOf('categoryIdLabel') ?? -1]).toBe('Books');
  });

  it('cost one statement for each reference and page', async () => {
    const other = await added('category', { name: 'Other' });
    await records('product/page?pageSize=9');
    // Its labels are not among those that a page has read a moment ago.
    await added<string>('product', { title: 'Other', categoryId: other, soldOn: '2026-01-31' });
    const statements = await statementsOf(steward.db, () => records('product/page?pageSize=8'));
    expect(statements.filter((sql) => /shop_category/.test(sql))).toHaveLength(1);
    expect(statements.filter((sql) => /shop_product/.test(sql)).length).toBeLessThanOrEqual(2);
  });

  it('are counted with at most one statement more than a row and its labels take', async () => {
    const { id } = { id: await added('category', { name: 'Counted' }) };
    for (const title of ['a', 'b', 'c'])
      await added<string>('product', { title, categoryId: id, soldOn: '2026-01-31' });
    let total: unknown;
    const statements = await statementsOf(steward.db, async () => {
      ({ total } = await call('GET', `product/page?categoryId=${id}&pageNo=1&pageSize=1`));
    });
    expect(total).toBe(3);
    const reads = statements.filter((sql) => /shop_product/.test(sql));
    expect(reads.length).toBeLessThanOrEqual(4);
    expect(statements.filter((sql) => /shop_category/.test(sql)).length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['that do not exist', () => 999_999],
    ['of another tenant', () => theirs],
  ])('%s are refused by name', async (_which, target) => {
    const body = { title: 'x', soldOn: '2026-01-31', categoryId: target() };
    expect(await refused('POST', 'product/add', body)).toContain('categoryId');
    const id = await added<string>('product', { ...body, categoryId: books });
    expect(await refused('PUT', 'product/update', { id, categoryId: target() })).toContain('categoryId');
  });

  it('to what was deleted are refused, and taken back where they are stored', async () => {
    const gone = await added('category', { name: 'Gone' });
    const id = await added<string>('product', { title: 'Orphan', soldOn: '2026-01-31', categoryId: gone });
    await call('DELETE', 'category/batchDelete', { ids: [gone] });
    expect(await call('GET', `product/detail/${id}`)).toMatchObject({ categoryId: gone, categoryIdLabel: null });
    await call('PUT', 'product/update', { id, categoryId: gone, title: 'Still an orphan' });
    expect(await refused('POST', 'product/add', { title: 'x', soldOn: '2026-01-31', categoryId: gone })).toContain(
      'categoryId',
    );
  });

  it('of another tenant show no label, whatever is stored', async () => {
    const id = await added<string>('product', { title: 'Moved', soldOn: '2026-01-31' });
    await steward.db.getRepository(Product).update({ id }, { categoryId: theirs });
    expect(await call('GET', `product/detail/${id}`)).toMatchObject({ categoryId: theirs, categoryIdLabel: null });
  });

  it("are chosen from among 20 by label, of the caller's tenant alone", async () => {
    for (let n = 10; n < 35; n++) await added('category', { name: `Shelf ${n}` });
    const all = await call<Body[]>('GET', 'category/options');
    expect(all).toHaveLength(20);
    expect(await call('GET', 'category/options?q=OOK')).toEqual([{ value: books, label: 'Books' }]);
    expect(await call('GET', `category/options?ids=${books},${theirs}`)).toEqual([{ value: books, label: 'Books' }]);
    expect(await call('GET', 'category/options?q=Secret')).toEqual([]);
    expect(await call('GET', 'category/options?q=%25')).toEqual([]);
    expect(await call('GET', 'category/options?q=%F0%9F%98%80')).toEqual([]);
  });
});

describe('what the service sets', () => {
  it('are the key, the times and who made the change, whatever the body says', async () => {
    const body = { title: 'Set', soldOn: '2026-01-31', createTime: '1999-01-01T00:00:00Z', createBy: 'x', updater: 5 };
    const id = await added<string>('product', body);
    expect(id).toMatch(/^[0-9a-f]{12}7[0-9a-f]{19}$/);
    const row = await call('GET', `product/detail/${id}`);
    expect(Math.abs(Date.parse(String(row.createTime)) - Date.now())).toBeLessThan(60_000);
    expect(row.updateTime).toBe(row.createTime);
    expect(row.createBy).toBe('user');
    expect(row.updater).toBeGreaterThan(0);
    await new Promise((later) => setTimeout(later, 5));
    await call('PUT', 'product/update', { id, title: 'Set again' });
    const now = await call('GET', `product/detail/${id}`);
    expect(now.createTime).toBe(row.createTime);
    expect(Date.parse(String(now.updateTime))).toBeGreaterThan(Date.parse(String(row.updateTime)));
  });

  it('can be bounded by the time of creation', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await titles(`startTime=${later}`)).toEqual([]);
    expect(await titles(`endTime=${later}`)).toContain('Set again');
  });
});

describe('rows that are marked as deleted', () => {
  it('are as missing everywhere', async () => {
    const id = await added<string>('product', { title: 'Deleted', soldOn: '2026-01-31' });
    await call('DELETE', `product/delete/${id}`);
    expect(await refused('GET', `product/detail/${id}`)).toContain(id);
    expect(await refused('PUT', 'product/update', { id, title: 'x' })).toContain(id);
    expect(await refused('DELETE', `product/delete/${id}`)).toContain(id);
    expect(await titles('title=Deleted')).toEqual([]);
    expect(await call('GET', 'product/options?q=Deleted')).toEqual([]);
    const stored = await steward.db.getRepository(Product).findOneByOrFail({ id });
    expect(Math.abs(Number(stored.deletedAt) - Date.now())).toBeLessThan(60_000);
    expect(await refused('POST', 'product/add', { id, title: 'again', soldOn: '2026-01-31' })).toContain('exists');
  });

  it('do not show their mark, nor take it from a body', async () => {
    const id = await added<string>('product', {
      title: 'Alive',
      soldOn: '2026-01-31',
      deletedAt: '2026-01-01T00:00:00Z',
    });
    expect(await call('GET', `product/detail/${id}`)).not.toHaveProperty('deletedAt');
  });
});

describe('columns', () => {
  let id: string;
  beforeAll(async () => {
    id = await added<string>('product', {
      title: 'Column',
      body: 'long text',
      price: '12.50',
      soldOn: '2026-02-10',
      seenAt: '0001-02-03T04:05:06.789Z',
      marks: ['new', 'hot'],
      shelf: 'insecure-hidden',
    });
  });

  it('that are large are shown by detail alone', async () => {
    expect(await call('GET', `product/detail/${id}`)).toMatchObject({ body: 'long text' });
    const [row] = await records('product/page?title=Column&body=long');
    expect(row).not.toHaveProperty('body');
  });

  it('that are secrets are never shown, but stored', async () => {
    expect(await call('GET', `product/detail/${id}`)).not.toHaveProperty('shelf');
    await call('PUT', 'product/update', { id, shelf: 'insecure-other' });
    const [stored] = await steward.db.query<Body[]>('SELECT shelf FROM shop_product WHERE id = ?', [id]);
    expect(stored).toEqual({ shelf: 'insecure-other' });
    const log = await steward.db.getRepository(OperationLog).find({ order: { id: 'DESC' }, take: 50 });
    expect(log.some(({ param }) => param.includes('shelf'))).toBe(true);
    expect(JSON.stringify(log)).not.toContain('insecure-');
  });

  it('that list their values take no others, but keep what is stored', async () => {
    expect(await refused('PUT', 'product/update', { id, status: 3 })).toContain('status');
    expect(await refused('PUT', 'product/update', { id, status: 'on' })).toContain('status');
    await steward.db.query('UPDATE shop_product SET status = 9 WHERE id = ?', [id]);
    await call('PUT', 'product/update', { id, status: 9 });
    await call('PUT', 'product/update', { id, status: 2 });
    expect(await refused('PUT', 'product/update', { id, status: 9 })).toContain('status');
  });

  it.each([
    'priceFrom=12.5&priceTo=12.50',
    'soldOnFrom=2026-02-10&soldOnTo=2026-02-10',
    'seenAtFrom=0001-02-03&seenAtTo=0001-02-03',
    'seenAt=0001-02-03T04:05:06.789Z',
    'marks=hot',
    'marks=new',
  ])('are filtered by bounds and values: %s', async (query) => {
    expect(await titles(`title=Column&${query}`)).toEqual(['Column']);
  });

  it.each(['priceFrom=12.51', 'priceTo=12.49', 'soldOnTo=2026-02-09', 'seenAtTo=0001-02-02', 'marks=ho'])(
    'leave out what is beyond: %s',
    async (query) => {
      expect(await titles(`title=Column&${query}`)).toEqual([]);
    },
  );

  it('refuse a bound of another kind by name', async () => {
    expect(await refused('GET', 'product/page?priceFrom=x')).toContain('priceFrom');
    expect(await refused('GET', 'product/page?soldOnTo=x')).toContain('soldOnTo');
  });

  it('keep years of one digit exact', async () => {
    expect(await call('GET', `product/detail/${id}`)).toMatchObject({ seenAt: '0001-02-03T04:05:06.789Z' });
  });

  it('show zero dates as null, and take null for them', async () => {
    await steward.db.query("UPDATE shop_product SET sold_on = '0000-00-00' WHERE id = ?", [id]);
    const row = await call('GET', `product/detail/${id}`);
    expect(row.soldOn).toBeNull();
    await call('PUT', 'product/update', { id, ...row });
    const stored = () =>
      steward.db.query<Body[]>('SELECT CAST(sold_on AS CHAR) AS stored FROM shop_product WHERE id = ?', [id]);
    expect(await stored()).toEqual([{ stored: '0000-00-00' }]);
    await call('PUT', 'product/update', { id, soldOn: '2026-03-01' });
    await call('PUT', 'product/update', { id, soldOn: null });
    expect(await stored()).toEqual([{ stored: '0000-00-00' }]);
  });

  it('find times by equality however they were written', async () => {
    const spelled = onServices
      ? ['2021-01-01 00:00:00']
      : ['2021-01-01 00:00:00', '2021-01-01T00:00:00Z', '2021-01-01'];
    for (const text of spelled) {
      await steward.db.query('UPDATE shop_product SET seen_at = ? WHERE id = ?', [text, id]);
      expect(await titles('title=Column&seenAt=2021-01-01T00:00:00Z')).toEqual(['Column']);
      if (text.includes('T')) continue;
      expect(await titles('title=Column&seenAtFrom=2021-01-01&seenAtTo=2021-01-01')).toEqual(['Column']);
    }
  });
});

describe('a key of several columns', () => {
  const name = { productId: 'a,b/c %', lang: 'en' };
  const id = 'a%2Cb%2Fc%20%25,en';
  const inPath = encodeURIComponent(id);

  it('is one text, and the columns are there too', async () => {
    expect(await added<string>('label', { ...name, text: 'first' })).toBe(id);
    expect(await call('GET', `label/detail/${inPath}`)).toEqual({ id, ...name, text: 'first' });
    expect(await records('label/page?orderBy=id&text=fir')).toEqual([{ id, ...name, text: 'first' }]);
    expect(await call('GET', 'label/options')).toEqual([{ value: id, label: name.productId }]);
    expect(await call('GET', `label/options?ids=${encodeURIComponent(encodeURIComponent(id))}`)).toHaveLength(1);
    expect(await refused('POST', 'label/add', { ...name, text: 'again' })).toBe('This label exists already');
  });

  it('updates and deletes rows', async () => {
    await call('PUT', 'label/update', { id, text: 'second', lang: 'de' });
    expect(await call('GET', `label/detail/${inPath}`)).toMatchObject({ lang: 'en', text: 'second' });
    const numbers = Array.from({ length: 300 }, (_, n) => n);
    for (let begin = 0; begin < numbers.length; begin += 20) {
      const some = numbers.slice(begin, begin + 20);
      await Promise.all(some.map((n) => added<string>('label', { productId: String(n), lang: 'x,y', text: 't' })));
    }
    const ids = numbers.map((n) => `${n},x%2Cy`);
    const csv = await (
      await fetch(`${steward.url}/api/shop/label/export?lang=x`, { headers: { authorization: `Bearer ${one}` } })
    ).text();
    expect(parseCsv(csv)).toHaveLength(301);
    expect(await refused('DELETE', 'label/batchDelete', { ids: [...ids, 'none,x'] })).toContain('none,x');
    await call('DELETE', 'label/batchDelete', { ids });
    await call('DELETE', `label/batchDelete?ids=${encodeURIComponent(encodeURIComponent(id))}`);
    expect(await records('label/page')).toEqual([]);
  });

  it.each(['a', 'a,b,c', '%E0%A4%A,x'])('is refused where it is none: %s', async (none) => {
    expect(await refused('GET', `label/detail/${encodeURIComponent(none)}`)).toContain('id');
  });
});

/** A part of a tree as the API answers it. */
interface Branches {
  records: Body[];
  above: Body[];
  below: Body[];
}

describe('a tree', () => {
  it('nests rows, and keeps itself one', async () => {
    const root = await added('category', { name: 'Root' });
    const child = await added('category', { name: 'Child', parentId: root });
    const leaf = await added('category', { name: 'Leaf', parentId: child });
    const tree = await call<(Body & { children: Body[] })[]>('GET', 'category/tree');
    expect(tree.find(({ id }) => id === root)?.children).toMatchObject([
      { id: child, parentIdLabel: 'Root', children: [{ id: leaf, children: [] }] },
    ]);
    for (const parentId of [root, leaf, 999_999]) {
      expect(await refused('PUT', 'category/update', { id: root, parentId })).toContain('parentId');
    }
    expect(await refused('POST', 'category/add', { name: 'x', parentId: 999_999 })).toContain('parentId');
    expect(await refused('DELETE', 'category/batchDelete', { ids: [child] })).toContain('Category');
    await call('PUT', 'category/update', { id: leaf, parentId: 0 });
    await call('DELETE', 'category/batchDelete', { ids: [child, root] });
  });

  it('is shown whatever is stored', async () => {
    const [a, b] = [await added('category', { name: 'A' }), await added('category', { name: 'B' })];
    await steward.db.getRepository(Category).update({ id: a }, { parentId: b });
    await steward.db.getRepository(Category).update({ id: b }, { parentId: a });
    const flat = JSON.stringify(await call('GET', 'category/tree'));
    for (const id of [a, b]) expect(flat.split(`"id":${id},`)).toHaveLength(2);
    const answers = await Promise.all(
      [a, b].map((id) =>
        steward.client.call('PUT', '/api/shop/category/update', { token: one, body: { id, parentId: 0 } }),
      ),
    );
    for (const answer of answers) expectData(answer, {});
  });

  it('is read level by level, all of it at once while it is small', async () => {
    const root = await added('category', { name: 'Top' });
    const child = await added('category', { name: 'Middle', parentId: root });
    const leaf = await added('category', { name: 'Deep twig', parentId: child });
    const branches = (query: string) => call<Branches>('GET', `category/branches?${query}`);
    const small = await branches('pageSize=1&orderBy=id&order=desc');
    expect(small).toMatchObject({ whole: true, size: 1, above: [], records: [{ id: root, hasChildren: true }] });
    expect(small.below.map(({ id, hasChildren }) => [id, hasChildren])).toEqual([
      [child, true],
      [leaf, false],
    ]);
    expect(await branches(`below=${root}`)).toMatchObject({
      ...{ total: 1, whole: false, below: [], above: [] },
      records: [{ id: child, parentIdLabel: 'Top', hasChildren: true }],
    });
    expect(await branches(`below=${leaf}`)).toMatchObject({ total: 0, records: [] });
    for (const query of ['name=twig', 'q=twig']) {
      const found = await branches(query);
      expect(found).toMatchObject({ total: 1, whole: false, records: [{ id: leaf, hasChildren: false }] });
      expect(found.above.map(({ id }) => id)).toEqual([child, root]);
    }
    await call('DELETE', 'category/batchDelete', { ids: [root, child, leaf] });
  });

  it('is read by pages of levels once it is large', async () => {
    const repository = steward.db.getRepository(Category);
    const root = await added('category', { name: 'Large' });
    const { tenantId } = await repository.findOneByOrFail({ id: root });
    const rows = Array.from({ length: 1001 }, (_, at) => ({
      name: `Row ${at}`,
      parentId: root,
      tenantId,
      delFlag: '0',
    }));
    await repository.save(rows, { chunk: 500, reload: false });
    const branches = (query: string) => call<Branches>('GET', `category/branches?${query}`);
    const roots = await branches('pageSize=500');
    expect(roots).toMatchObject({ whole: false, below: [] });
    expect(roots.records).toContainEqual(expect.objectContaining({ id: root, hasChildren: true }));
    const second = await branches(`below=${root}&pageSize=500&pageNo=3`);
    expect(second).toMatchObject({ total: 1001, current: 3 });
    expect(second.records).toHaveLength(1);
    // Rows that are their own parents stand for roots if there are none.
    await repository.update({ tenantId, parentId: 0 }, { parentId: () => 'id' });
    expect((await branches('pageSize=500')).records.map(({ id }) => id)).toContain(root);
    await repository.delete({ tenantId });
  });

  it('does not become a ring by two changes at once', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await added('category', { name: 'A' }), await added('category', { name: 'B' })];
      const answers = await Promise.all(
        [
          { id: a, parentId: b },
          { id: b, parentId: a },
        ].map((body) => steward.client.call('PUT', '/api/shop/category/update', { token: one, body })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers.filter(({ body }) => body.ok)).toHaveLength(1);
    }
  });
});

describe('lines', () => {
  it('are added, changed and deleted with their row', async () => {
    const id = await added('order', { title: 'Order', line: [{ count: 1 }, { count: 2 }] });
    const { line } = await call<{ line: { id: number; count: number }[] }>('GET', `order/detail/${id}`);
    expect(line.map(({ count }) => count)).toEqual([1, 2]);
    await call('PUT', 'order/update', { id, title: 'Renamed' });
    await call('PUT', 'order/update', { id, line: [{ id: line[1]?.id, count: 20 }, { count: 3 }] });
    const now = await call<{ line: Body[] }>('GET', `order/detail/${id}`);
    expect(now.line.map(({ count }) => count)).toEqual([20, 3]);
    expect(await steward.db.getRepository(OrderLine).findBy({ orderId: id })).toHaveLength(2);

    const other = await added('order', { title: 'Other', line: [{ count: 5 }] }, two);
    const theirs = await call<{ line: Body[] }>('GET', `order/detail/${other}`, undefined, two);
    expect(await refused('PUT', 'order/update', { id, line: [{ id: theirs.line[0]?.id, count: 6 }] })).toContain(
      'line',
    );
    expect(await call('GET', `order/detail/${id}`)).toEqual(now);
    expect(await refused('PUT', 'order/update', { id, line: [{ count: 0 }] })).toContain('count');
    expect(await refused('PUT', 'order/update', { id, line: ['x'] })).toContain('line');

    await call('DELETE', `order/delete/${id}`);
    expect(await steward.db.getRepository(OrderLine).findBy({ orderId: id })).toEqual([]);
    expect(await call('GET', `order/detail/${other}`, undefined, two)).toEqual(theirs);
  });
});

describe('what lines refer to', () => {
  it('is shown by its label, and must be there and of the tenant', async () => {
    const here = await added('category', { name: 'Of lines' });
    const theirs = await added('category', { name: 'Theirs' }, two);
    const body = { title: 'Refers', line: [{ count: 1, categoryId: here }, { count: 2 }] };
    const id = await added('order', body);
    const { line } = await call<{ line: Body[] }>('GET', `order/detail/${id}`);
    expect(line).toMatchObject([{ categoryId: here, categoryIdLabel: 'Of lines' }, { categoryIdLabel: null }]);
    expect(line[0]).toMatchObject({ author: expect.any(String) as string, madeAt: expect.any(String) as string });
    for (const categoryId of [theirs, 987654]) {
      const wrong = { count: 3, categoryId };
      const reason = 'categoryId does not exist';
      expect(await refused('PUT', 'order/update', { id, line: [line[0], wrong] })).toContain(reason);
      expect(await refused('POST', 'order/add', { title: 'Wrong', line: [wrong] })).toContain(reason);
    }
    expect((await call<{ line: Body[] }>('GET', `order/detail/${id}`)).line).toEqual(line);
    await call('PUT', 'order/update', { id, line });
    expect((await call<{ line: Body[] }>('GET', `order/detail/${id}`)).line).toEqual(line);
  });

  it('must not be deleted, which its service says, not the reference', async () => {
    const gone = await added('category', { name: 'Gone' });
    const id = await added('order', { title: 'Refers to what is gone', line: [{ count: 1, categoryId: gone }] });
    await call('DELETE', 'category/batchDelete', { ids: [gone] });
    const { line } = await call<{ line: Body[] }>('GET', `order/detail/${id}`);
    expect(line).toMatchObject([{ categoryId: gone, categoryIdLabel: null }]);
    await call('PUT', 'order/update', { id, line });
    const more = { id, line: [...line, { count: 2, categoryId: gone }] };
    expect(await refused('PUT', 'order/update', more)).toContain('categoryId does not exist');
  });

  it('costs one statement, however many lines there are', async () => {
    const here = await added('category', { name: 'Counted' });
    const lines = (length: number) => Array.from({ length }, () => ({ count: 1, categoryId: here }));
    const checks = async (length: number) => {
      const counted = await statementsOf(steward.db, () =>
        added('order', { title: `Counted ${length}`, line: lines(length) }),
      );
      return counted.filter((sql) => /^SELECT[^]*shop_category/.test(sql)).length;
    };
    expect(await checks(1)).toBe(1);
    expect(await checks(20)).toBe(1);
  });
});

describe('a view without a key', () => {
  it('shows all of its rows, equal ones too', async () => {
    await added('order', { title: 'Equal', line: [{ count: 7 }, { count: 7 }, { count: 7 }] });
    const page = await call<{ records: Body[]; total: number }>('GET', 'sale/page?count=7');
    expect(page).toMatchObject({ total: 3, records: [{ count: 7, tenantId: tenants[0] }, {}, {}] });
    expect(await records('sale/page?count=7&pageSize=2&pageNo=2')).toHaveLength(1);
    const csv = await (
      await fetch(`${steward.url}/api/shop/sale/export?countFrom=7`, { headers: { authorization: `Bearer ${one}` } })
    ).text();
    expect(parseCsv(csv)).toHaveLength(4);
    expect(await records('sale/page', two)).toHaveLength(1);
  });
});

it('names the member of a value that the database refuses', async () => {
  if (onServices) {
    await steward.db.query('ALTER TABLE shop_product MODIFY title VARCHAR(50) CHARACTER SET latin1');
    const answer = await steward.client.call('POST', '/api/shop/product/add', {
      token: one,
      body: { title: '名', soldOn: '2026-01-31' },
    });
    expectNamed(answer, 'title');
    expect(await titles('title=%E5%90%8D')).toEqual([]);
    expect(await call('GET', 'product/options?q=%E5%90%8D')).toEqual([]);
  }
  await steward.db.query(
    onServices
      ? 'ALTER TABLE shop_order ADD CHECK (title <> "no")'
      : 'CREATE UNIQUE INDEX shop_title ON shop_order (title)',
  );
  await added('order', { title: 'yes' });
  const answer = await refused('POST', 'order/add', { title: onServices ? 'no' : 'yes' });
  expect(answer).toMatch(/Order/);
});
