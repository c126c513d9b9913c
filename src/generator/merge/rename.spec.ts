import { column, table } from '../../../test/support/definition.js';
import { type Source, renderedFiles } from '../../../test/support/rendering.js';
import { formatIn } from '../output/format.js';
import { mergeFile, renameColumns, withNewLabels } from './merge.js';

const format = await formatIn(process.cwd());

const RENAMES = new Map([
  ['name', 'full_name'],
  ['category_id', 'group_id'],
]);

const renamed = (text: string, path = 'a.ts') => renameColumns(path, text, RENAMES);

it.each<[string, string]>([
  [
    "class A { @Column({ name: 'category_id' }) categoryId: number; }",
    "class A { @Column({ name: 'group_id' }) groupId: number; }",
  ],
  [
    "class A { @Column({ name: 'name', comment: 'name' }) name: string; }",
    "class A { @Column({ name: 'full_name', comment: 'name' }) fullName: string; }",
  ],
  ["@Index(['name']) class A {}", "@Index(['fullName']) class A {}"],
  ["@Get('name') class A {}", "@Get('name') class A {}"],
  ["OmitType(A, ['name']); type B = Pick<A, 'name'>;", "OmitType(A, ['fullName']); type B = Pick<A, 'fullName'>;"],
  [
    'f(this.name, row.categoryIdLabel, query.nameFrom, name);',
    'f(this.fullName, row.groupIdLabel, query.fullNameFrom, name);',
  ],
  ['const { name, other } = body; g({ name });', 'const { fullName: name, other } = body; g({ fullName: name });'],
  [
    "rows.find({ where: { name: 'x' }, order: { categoryId: 1 } });",
    "rows.find({ where: { fullName: 'x' }, order: { groupId: 1 } });",
  ],
  [
    "class A { constructor() { super(rows, { label: 'name', name: 'name', filters: ['name'], references: { categoryId: { table: 'name', label: 'name' } }, times: { created: 'name' } }); } }",
    "class A { constructor() { super(rows, { label: 'name', name: 'fullName', filters: ['fullName'], references: { groupId: { table: 'name', label: 'name' } }, times: { created: 'fullName' } }); } }",
  ],
  ["const en = { title: 'name', name: 'name' };", "const en = { title: 'name', fullName: 'name' };"],
  ['// name of name\nf(a.name); /* name */', '// name of name\nf(a.fullName); /* name */'],
  ["f('item_name', { dict: 'item_name' });", "f('item_name', { dict: 'item_name' });"],
  [
    "import { name } from 'name'; describe('name', () => 1);",
    "import { name } from 'name'; describe('name', () => 1);",
  ],
])('renames, case %#', async (text, expected) => {
  expect(await renamed(text)).toBe(expected);
});

it('names in the template of a page, too', async () => {
  const page = `<script setup lang="ts">
const a = defineCrud('/api/a', { columns: { name: { label: t.name } } });
</script>

<template>
  <CrudPage :of="a">
    <!-- name -->
    <template #cell-name="{ row }">{{ row.name }} name</template>
  </CrudPage>
</template>
`;
  expect(await renamed(page, 'a.vue')).toBe(
    page.replaceAll('name: {', 'fullName: {').replaceAll('.name', '.fullName').replace('#cell-name', '#cell-fullName'),
  );
});

it('lets what hand did follow a renamed column', async () => {
  const tables = (name: string, group: string): Source => ({
    tables: [
      table('item', [column(name, 'varchar(64)'), column(group, 'int(11)'), column('status', 'int(11)')]),
      table('category', [column('title', 'varchar(9)')]),
      table('group', [column('title', 'varchar(9)')]),
    ],
  });
  const base = await renderedFiles(tables('name', 'category_id'));
  const rendered = await renderedFiles(tables('full_name', 'group_id'));
  for (const [path, before] of base) {
    const hand = before.replace(/( {2}name: string)/, '  @Trimmed()\n$1');
    const sides = {
      base: await renamed(before, path),
      hand: await renamed(hand, path),
      rendering: rendered.get(path) ?? '',
    };
    const { text, conflicts, notes } = await mergeFile(path, sides);
    expect({ path, conflicts, notes }).toEqual({ path, conflicts: [], notes: [] });
    const expected = sides.rendering.replace(/( {2}fullName: string)/, '  @Trimmed()\n$1');
    expect(await format(text, path)).toBe(expected);
  }
});

describe('the label of a renamed column', () => {
  const ONE = new Map([['name', 'full_name']]);
  const source = (column_: string): Source => ({ tables: [table('item', [column(column_, 'varchar(64)')])] });

  const mergedOf = async (ending: string, edit: (text: string) => string) => {
    const [path = '', before = ''] =
      [...(await renderedFiles(source('name')))].find(([each]) => each.endsWith(ending)) ?? [];
    const sides = {
      base: await renameColumns(path, before, ONE),
      hand: await renameColumns(path, edit(before), ONE),
      rendering: (await renderedFiles(source('full_name'))).get(path) ?? '',
    };
    return mergeFile(path, { ...sides, base: withNewLabels(path, sides, ONE) });
  };

  it('is the new one where nobody has written another', async () => {
    const texts = await mergedOf('.text.ts', (text) => text.replace('const en', '// Mine.\nconst en'));
    expect(texts).toMatchObject({ conflicts: [], text: expect.stringContaining("fullName: 'Full name'") as string });
    const flow = await mergedOf('flow/generated/item.spec.ts', (text) => `${text}\n// Mine.\n`);
    expect(flow).toMatchObject({ conflicts: [], text: expect.stringContaining("label: 'Full name'") as string });
  });

  it('is the one that a person has written', async () => {
    const edit = (text: string) => text.replaceAll("'Name'", "'Called'");
    const texts = await mergedOf('.text.ts', edit);
    expect(texts).toMatchObject({ conflicts: [], text: expect.stringContaining("fullName: 'Called'") as string });
    const flow = await mergedOf('flow/generated/item.spec.ts', edit);
    expect(flow.conflicts).toEqual([]);
    expect(flow.text).toContain("label: 'Called'");
    expect(flow.text).not.toContain("'Full name'");
  });
});
