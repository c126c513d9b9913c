import './browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { effectScope } from 'vue';
import { type FileNode, hitsOf, treeOf } from '@/pages/development/generator/preview/file-tree';
import { type Order, type RunItem, hasFailed, useRun } from '@/pages/development/generator/run/generator-run';
import {
  placeOf,
  withChinese,
  mainLabel,
  withMainLabel,
  withTableLabel,
  type Design,
  withLabel,
} from '@/pages/development/generator/design/table-designs';
import { type PlannedFile, camelOf } from '@/pages/development/generator/preview/table-plans';

const post = vi.hoisted(() => vi.fn<(path: string, options: { body: unknown }) => Promise<unknown>>());
const may = vi.hoisted(() => ({ preview: true }));
vi.mock('@/api/client', () => ({ ApiError: Error, api: { post }, callPath: vi.fn() }));
vi.mock('@/api/session', () => ({
  can: (code: string) => may.preview || code === 'sys:generator:batchGenerator',
  enter: () => Promise.resolve(),
}));
vi.mock('@/api/queries', () => ({ queries: {} }));
vi.mock('@/kit/crud/use-rows', () => ({ refreshResource: () => Promise.resolve() }));

const file = (path: string): PlannedFile => ({ path, content: '', status: 'new', current: null });

describe('the tree of files', () => {
  const shape = (nodes: readonly FileNode[]): unknown =>
    nodes.map(({ id, label, children }) => (children ? [id, label, shape(children)] : [id, label]));

  it('has folders first, and is one with a folder that holds nothing but another one', () => {
    const paths = [
      'test/generated/b.spec.ts',
      'src/modules/b/b.ts',
      'src/modules/a/a.ts',
      'src/modules/a/A.ts',
      'z.ts',
    ];
    expect(shape(treeOf(paths.map(file)))).toEqual([
      [
        'src/modules/',
        'src/modules',
        [
          [
            'src/modules/a/',
            'a',
            [
              ['src/modules/a/A.ts', 'A.ts'],
              ['src/modules/a/a.ts', 'a.ts'],
            ],
          ],
          ['src/modules/b/', 'b', [['src/modules/b/b.ts', 'b.ts']]],
        ],
      ],
      ['test/generated/', 'test/generated', [['test/generated/b.spec.ts', 'b.spec.ts']]],
      ['z.ts', 'z.ts'],
    ]);
  });

  it('may be empty', () => {
    expect(treeOf([])).toEqual([]);
  });

  it.each([
    ['One one ONE', 'one', 3],
    ['aaa', 'aa', 1],
    ['a.b', '.', 1],
    ['anything', '', 0],
  ])('finds in %j %j %i times', (text, wanted, times) => {
    expect(hitsOf(text, wanted)).toBe(times);
  });
});

it.each([
  ['demo', 'demo'],
  ['demo-item-2', 'demoItem2'],
])('the codes of %s begin with %s', (kebab, camel) => {
  expect(camelOf(kebab)).toBe(camel);
});

it.each([
  ['columns.state.dict: there is no dictionary x', { column: 'state', member: 'dict' }],
  ['columns.state.labels.zh must be a text of 1 to 500 characters', { column: 'state', member: 'labels' }],
  ['columns.state.input must be one of text, number, not id', { column: 'state', member: 'input' }],
  ['columns.state must be an object', { column: 'state', member: 'label' }],
  ['Its column list_price has no input wheel', { column: 'list_price', member: 'label' }],
  ['list is no member', undefined],
])('%j is about %j', (message, place) => {
  expect(placeOf(message, ['id', 'state', 'price', 'list_price'])).toEqual(place);
});

it('a label in Chinese is one of several, and is taken away by an empty one', () => {
  const of = (labels: Record<string, string>, label = 'Product') => ({ label, labels });
  expect(withChinese(of({ de: 'Ware' }), '产品')).toEqual({ labels: { de: 'Ware', zh: '产品' } });
  expect(withChinese(of({ de: 'Ware', zh: '产品' }), '')).toEqual({ labels: { de: 'Ware' } });
  const inferred = of({ en: 'Product', zh: '产品' }, '产品');
  expect(withChinese(inferred, '商品')).toEqual({ label: '商品', labels: { en: 'Product', zh: '商品' } });
  expect([mainLabel(inferred), mainLabel(of({ zh: '产品' }))]).toEqual(['Product', 'Product']);
  expect(withMainLabel(inferred, 'Ware')).toEqual({ labels: { en: 'Ware', zh: '产品' } });
  expect(withMainLabel(of({}), 'Ware')).toEqual({ label: 'Ware' });
});

it('gives a table another name in the menu with its label, unless it has one of its own', () => {
  const named = (label: string, name: string) => ({ label, labels: {}, menu: { name } }) as unknown as Design;
  expect(withTableLabel(named('Order', 'Orders'), 'Entry')).toEqual({ label: 'Entry', menu: { name: 'Entries' } });
  expect(withTableLabel(named('Order', 'Order'), 'Entry')).toEqual({ label: 'Entry', menu: { name: 'Entry' } });
  expect(withTableLabel(named('Order', 'Sales'), 'Entry')).toEqual({ label: 'Entry' });
});

it('a reference without a label column has the one that is inferred', () => {
  const reference = { table: 'user', label: 'realname', later: 'kept' };
  expect(withLabel(reference, 'email')).toEqual({ table: 'user', label: 'email', later: 'kept' });
  expect(withLabel(reference, '')).toEqual({ table: 'user', later: 'kept' });
});

describe('a run', () => {
  const result = (patch: object = {}) => ({
    generated: [],
    skipped: [],
    overwritten: [],
    merged: [],
    outdated: [],
    conflicts: [],
    notes: [],
    failed: [],
    dict: [],
    menu: { success: true, menuId: 1, message: '' },
    route: { success: true, message: '' },
    ...patch,
  });
  const order = (table: string, patch: Partial<Order> = {}): Order => ({ table, overwrite: false, ...patch });
  /** The bodies that were sent, apart from the name that all of a run have in common. */
  const bodies = () => {
    const sent = post.mock.calls.map(([path, { body: whole }]) => {
      const { run, ...body } = whole as Record<string, unknown>;
      return { path, run, body };
    });
    expect(new Set(sent.map(({ run }) => run)).size).toBeLessThanOrEqual(1);
    expect(sent.filter(({ run }) => !run)).toEqual([]);
    return sent.map(({ path, body }) => [path.split('/').at(-1), body]);
  };
  const inScope = () => {
    const scope = effectScope();
    const run = scope.run(useRun);
    if (run === undefined) throw new Error('No scope');
    return { run, scope, end: () => vi.waitFor(() => expect(run.running.value).toBe(false)) };
  };
  const states = (items: readonly RunItem[]) => items.map(({ state }) => state);

  beforeEach(() => {
    post.mockReset();
    may.preview = true;
  });

  it('generates one table after the other, and one that fails holds up no other', async () => {
    post.mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce(result({ generated: ['b'] }));
    const { run, end } = inScope();
    run.start([order('a', { moduleName: 'shop' }), order('b', { overwrite: true, only: ['b'] })]);
    expect(states(run.items.value)).toEqual(['running', 'waiting']);
    expect(post).toHaveBeenCalledTimes(1);
    await end();
    expect(bodies()).toEqual([
      ['generate', { tableName: 'a', moduleName: 'shop', overwrite: false, only: undefined }],
      ['generate', { tableName: 'b', moduleName: undefined, overwrite: true, only: ['b'] }],
    ]);
    const [a, b] = run.items.value;
    expect(a).toMatchObject({ state: 'done', error: 'away', files: [] });
    expect(b).toMatchObject({ state: 'done', error: '', files: [{ path: 'b', outcome: 'generated', message: '' }] });
    expect(run.items.value.map(hasFailed)).toEqual([true, false]);
  });

  it('tries the files again that failed, and keeps what became of the others', async () => {
    const failed = ['x', 'y'].map((path) => ({ path, message: 'the disk is full' }));
    post.mockResolvedValueOnce(result({ skipped: ['w'], failed, menu: { success: false, menuId: 0, message: 'no' } }));
    post.mockResolvedValueOnce(result({ generated: ['x'], overwritten: ['y'] }));
    const { run, end } = inScope();
    run.start([order('a')]);
    await end();
    expect(run.items.value.map(hasFailed)).toEqual([true]);
    run.retry(['a']);
    await end();
    expect(bodies()[1]).toEqual(['generate', expect.objectContaining({ only: ['x', 'y'] })]);
    expect(run.items.value[0]).toMatchObject({
      after: { menu: { success: true } },
      files: [
        { path: 'w', outcome: 'skipped' },
        { path: 'x', outcome: 'generated' },
        { path: 'y', outcome: 'overwritten' },
      ],
    });
    expect(run.items.value.map(hasFailed)).toEqual([false]);
  });

  it('merges as it was decided, all files again where one failed, and says what is to be known of each', async () => {
    const conflict = { path: 'x', where: 'A > b', base: '1', hand: '2', rendering: '3' };
    post.mockResolvedValueOnce(result({ failed: [{ path: 'x', message: 'in conflict' }], conflicts: [conflict] }));
    post.mockResolvedValueOnce(
      result({
        merged: ['x'],
        skipped: ['s', 'o'],
        outdated: ['o'],
        notes: [
          { path: 's', message: 'it stays removed' },
          { path: 'gone', message: 'removed' },
        ],
      }),
    );
    const { run, end } = inScope();
    const merge = { merge: true, conflicts: 'hand', renames: { a: 'b' } } as const;
    run.start([{ table: 'a', ...merge }]);
    await end();
    expect(run.items.value[0]?.conflicts).toEqual([conflict]);
    expect(run.written.value).toEqual([]);
    run.retry(['a']);
    await end();
    expect(bodies()[1]).toEqual(['generate', { tableName: 'a', ...merge }]);
    expect(run.items.value[0]).toMatchObject({
      conflicts: [],
      files: [
        { path: 'gone', outcome: 'noted', message: 'removed' },
        { path: 'o', outcome: 'outdated', message: '' },
        { path: 's', outcome: 'skipped', message: 'it stays removed' },
        { path: 'x', outcome: 'merged', message: '' },
      ],
    });
    expect(run.written.value).toEqual(['a']);
  });

  it('tries all files of a table again that had no plan', async () => {
    post.mockResolvedValueOnce(result({ failed: [{ path: 'a', message: 'does not compile' }] }));
    post.mockResolvedValueOnce(result({ generated: ['x'] }));
    const { run, end } = inScope();
    run.start([order('a', { only: ['x'] })]);
    await end();
    run.retry(['a']);
    await end();
    expect(bodies()[1]).toEqual(bodies()[0]);
    expect(run.items.value[0]?.files).toEqual([{ path: 'x', outcome: 'generated', message: '' }]);
  });

  it.each(['menu', 'route'])('has failed where the %s was not entered', async (part) => {
    post.mockResolvedValueOnce(result({ generated: ['x'], [part]: { success: false, menuId: 0, message: 'no' } }));
    const { run, end } = inScope();
    run.start([order('a')]);
    await end();
    expect(run.items.value.map(hasFailed)).toEqual([true]);
  });

  it('ends after the table of the moment, and goes on with those that are left', async () => {
    post.mockResolvedValue(result());
    const { run, end } = inScope();
    run.start(['a', 'b', 'c'].map((table) => order(table)));
    run.stop();
    await end();
    expect(states(run.items.value)).toEqual(['done', 'stopped', 'stopped']);
    run.retry(['b', 'c']);
    await end();
    expect(states(run.items.value)).toEqual(['done', 'done', 'done']);
    expect(post).toHaveBeenCalledTimes(3);
  });

  it('ends with the page', async () => {
    post.mockResolvedValue(result());
    const { run, scope } = inScope();
    run.start(['a', 'b'].map((table) => order(table)));
    scope.stop();
    await vi.waitFor(() => expect(states(run.items.value)).toEqual(['done', 'stopped']));
  });

  it('takes the way of several tables for who may go no other', async () => {
    may.preview = false;
    post.mockResolvedValue([result({ generated: ['x'] })]);
    const { run, end } = inScope();
    run.start([{ table: 'a' }]);
    await end();
    expect(bodies()).toEqual([['batchGenerate', { tableNames: ['a'], overwrite: undefined }]]);
    expect(run.items.value[0]?.files).toEqual([{ path: 'x', outcome: 'generated', message: '' }]);
  });
});
