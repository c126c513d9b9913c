import './browser';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { language } from '@/text/language';
import { labelOf, pageOf, rowsOf } from '@/pages/development/generator/design/sample-page';
import type { ColumnDesign, Design } from '@/pages/development/generator/design/table-designs';

vi.mock('@/api/client', () => ({}));
vi.mock('@/api/queries', () => ({ queries: {} }));

const NOW = Date.parse('2026-03-01T12:00:00Z');

const column = (label: string, patch: Partial<ColumnDesign> = {}): ColumnDesign => ({
  ...{
    label,
    labels: {},
    list: true,
    form: 'edit',
    filter: true,
    sort: true,
    input: 'text',
    show: 'text',
    help: null,
    group: null,
  },
  ...{ dict: null, required: false, hidden: false, reference: null, ...patch },
});

const design = (columns: Record<string, ColumnDesign>, patch: Partial<Design> = {}): Design => ({
  ...{
    label: 'Product',
    labels: {},
    name: 'product',
    moduleName: 'app',
    menu: { parentId: 0, icon: '', name: 'Products', folder: null, sort: 0 },
    key: ['id'],
  },
  ...{
    times: { created: null, updated: null },
    by: { created: null, updated: null },
    ...{ dept: null, dataScope: false, scoped: false },
    lines: [],
    tabs: [],
    link: false,
  },
  ...{ softDelete: null, tree: null, columns, ...patch },
});

/** How a column of this design is shown, filtered and filled in, and its first sample. */
function kindsOf(patch: Partial<ColumnDesign>) {
  const of = design({ it: column('It', patch) }, { key: [] });
  const { columns, filters, fields } = pageOf(of);
  return [columns.it?.show, filters.it?.input, fields.it?.input, rowsOf(of, NOW)[0]?.it];
}

afterEach(() => (language.value = 'en'));

describe('the page of a design', () => {
  const choices = [1, 2, 3].map((value) => ({ value, label: `Choice ${value}` }));

  it.each<[Partial<ColumnDesign>, unknown[]]>([
    [{}, [undefined, undefined, undefined, 'It 1']],
    [{ input: 'textarea' }, [undefined, undefined, 'textarea', 'It 1']],
    [{ input: 'number', show: 'number' }, ['number', 'numbers', 'number', 7]],
    [{ input: 'number' }, [undefined, 'numbers', 'number', 7]],
    [{ input: 'decimal', show: 'money' }, ['money', 'numbers', 'decimal', '9.90']],
    [{ input: 'switch', show: 'switch' }, ['yes-no', 'yes-no', 'yes-no', true]],
    [{ input: 'select', dict: 'of_it' }, [{ choices }, { choices }, { choices }, 1]],
    [{ input: 'radio' }, [undefined, { choices }, { choices, as: 'radio' }, 'Choice 1']],
    [{ input: 'day', show: 'day' }, ['day', 'days', 'day', '2026-03-01']],
    [{ input: 'time' }, [undefined, undefined, 'clock', '08:30:00']],
    [{ input: 'datetime', show: 'time' }, ['time', 'times', 'time', '2026-03-01T11:55:00.000Z']],
    [{ input: 'epoch', show: 'epoch' }, ['epoch', 'epoch', 'epoch', 1772366100]],
    [{ input: 'image', show: 'image' }, ['image', undefined, 'image', '/api/file/1.png']],
    [{ input: 'color', show: 'color' }, ['colour', undefined, 'colour', '#3651c9']],
    [{ show: 'code' }, ['copy', undefined, undefined, 'A-1001']],
    [{ input: 'json', show: 'json' }, ['json', undefined, 'json', { a: 1 }]],
    [{ input: 'reference' }, [undefined, undefined, undefined, 'It 1']],
    [{ input: 'number', reference: { table: 'other' } }, [undefined, undefined, 'number', 'It 1']],
    [{ input: 'password' }, [undefined, undefined, 'password', 'It 1']],
  ])('shows, filters and asks for %j as a generated page does', (patch, kinds) => {
    expect(kindsOf(patch)).toEqual(kinds);
  });

  it('has what is listed at first, what filters, and what the form asks for, in the order of the columns', () => {
    const { columns, filters, fields } = pageOf(
      design({
        id: column('Id', { input: 'number', form: 'none', filter: false }),
        name: column('Name', { required: true }),
        note: column('Note', { list: false, filter: false }),
        code: column('Code', { form: 'add', list: 'more', filter: 'more' }),
        secret: column('Secret', { hidden: true }),
      }),
    );
    expect(Object.entries(columns).map(([name, { hidden }]) => [name, hidden])).toEqual([
      ['id', false],
      ['name', false],
      ['note', true],
      ['code', true],
    ]);
    expect(Object.entries(filters).map(([name, { first }]) => [name, first])).toEqual([
      ['name', undefined],
      ['code', false],
    ]);
    expect(Object.entries(fields).map(([name, { required }]) => [name, required])).toEqual([
      ['name', true],
      ['note', false],
      ['code', false],
      ['secret', false],
    ]);
  });

  it('filters by the time of creation last, and by no other time that the service sets', () => {
    const columns = {
      made: column('Made', { input: 'datetime', form: 'none' }),
      changed: column('Changed', { input: 'datetime', form: 'none' }),
      name: column('Name'),
    };
    const { filters } = pageOf(design(columns, { times: { created: 'made', updated: 'changed' } }));
    expect(Object.entries(filters)).toEqual([
      ['name', { label: 'Name', input: undefined }],
      ['startTime', { label: 'Made', input: 'range' }],
    ]);
    columns.made.input = 'day';
    expect(Object.keys(pageOf(design(columns, { times: { created: 'made', updated: null } })).filters)).toEqual([
      'changed',
      'name',
    ]);
  });

  it('hides a key that the service makes, and shows another one to be copied', () => {
    const key = (form: 'none' | 'add') => pageOf(design({ id: column('Id', { form }) })).columns.id;
    expect(key('none')).toMatchObject({ hidden: true });
    expect(key('add')).toMatchObject({ hidden: false, show: 'copy' });
    expect(rowsOf(design({ id: column('Id', { input: 'number' }) }), NOW).map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});

it('a label is in the language of the console, where it has one', () => {
  const of = { label: 'Ware', labels: { zh: '产品' } };
  expect(labelOf(of)).toBe('Ware');
  language.value = 'zh';
  expect(labelOf(of)).toBe('产品');
  expect(labelOf({ label: 'Ware', labels: {} })).toBe('Ware');
});
