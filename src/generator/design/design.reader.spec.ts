import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { column, table } from '../../../test/support/definition.js';
import { Catalog } from '../model/catalog.js';
import { factsOf } from '../model/columns.js';
import { readDesign } from './design.reader.js';
import { INPUTS } from '../model/inputs.js';
import { FORMS } from './design.js';
import { designOf } from './infer.js';

const item = table('item', [
  column('name', 'varchar(64)'),
  column('category_id', 'int'),
  column('del_flag', 'char(1)', { default: { value: '0' } }),
  column('parent_id', 'int'),
  column('create_time', 'datetime'),
  column('secret', 'varchar(64)'),
]);
const category = table('category', [column('name', 'varchar(64)')]);
const known = {
  table: 'item',
  columnsOf: (name: string) => [item, category].find((each) => each.name === name)?.columns.map((each) => each.name),
};
const schema = JSON.parse(readFileSync('docs/generator-design.schema.json', 'utf8')) as {
  definitions: { column: { properties: Record<string, { enum?: unknown }> } };
};
const fits = new Ajv({ strict: false }).compile(schema);

describe('a design', () => {
  it.each([
    [{}],
    [{ $schema: '../docs/generator-design.schema.json', label: 'Item' }],
    [
      {
        labels: { zh: '产品', 'pt-BR': 'Produto' },
        name: 'thing',
        moduleName: 'shop',
        menu: { icon: 'box', name: '产品' },
      },
    ],
    [{ columns: { name: { help: 'As on the invoice' }, category_id: { help: null }, del_flag: { help: false } } }],
    [{ columns: { name: { group: 'Address' }, category_id: { group: null }, del_flag: { group: false } } }],
    [{ key: ['name'], columns: { name: { label: 'N', list: false, form: 'add', input: 'textarea', dict: null } } }],
    [{ columns: { category_id: { reference: { table: 'category' } } } }],
    [{ columns: { category_id: { reference: false } }, times: null, by: false, softDelete: null, tree: false }],
    [{ softDelete: { column: 'del_flag', deleted: '2' }, tree: { parent: 'parent_id' }, lines: false }],
    [{ lines: [{ table: 'category', by: 'name' }], times: { created: null } }],
    [{ menu: { parentId: 3, icon: 'box', folder: '商城', sort: -2 } }],
    [{ menu: { folder: null } }],
    [{ menu: { folder: false } }],
  ])('may be %j', (design) => {
    expect(() => readDesign(design, known)).not.toThrow();
    expect([fits(design), fits.errors]).toEqual([true, null]);
  });

  it.each<[unknown, string]>([
    [null, 'design'],
    [[], 'design'],
    ['x', 'design'],
    [{ labl: 'x' }, 'labl'],
    [{ constructor: 'x' }, 'constructor'],
    [{ label: '' }, 'label'],
    [{ label: 5 }, 'label'],
    [{ labels: { '1': 'x' } }, 'labels'],
    [{ moduleName: 'App' }, 'moduleName'],
    [{ menu: { parentId: -1 } }, 'menu.parentId'],
    [{ menu: { icn: 'x' } }, 'icn'],
    [{ menu: { name: '' } }, 'menu.name'],
    [{ columns: { name: { help: '' } } }, 'columns.name.help'],
    [{ columns: { name: { help: 7 } } }, 'columns.name.help'],
    [{ columns: { name: { group: ['x'] } } }, 'columns.name.group'],
    [{ menu: { folder: '' } }, 'menu.folder must be null, or a name of 1 to 40 characters'],
    [{ menu: { folder: '–' } }, 'menu.folder'],
    [{ menu: { folder: 'x'.repeat(41) } }, 'menu.folder'],
    [{ menu: { folder: 5 } }, 'menu.folder'],
    [{ menu: { sort: 1.5 } }, 'menu.sort must be a whole number'],
    [{ menu: { sort: '1' } }, 'menu.sort'],
    [{ key: 'id' }, 'key'],
    [{ columns: { name: { form: 'never' } } }, 'columns.name.form'],
    [{ columns: { name: { input: 'slider' } } }, 'columns.name.input'],
    [{ columns: { name: { lst: true } } }, 'lst'],
    [{ columns: { name: { list: null } } }, 'columns.name.list'],
    [{ columns: { name: { filter: 'later' } } }, 'columns.name.filter'],
    [{ columns: { name: { reference: {} } } }, 'table'],
    [{ softDelete: {} }, 'column'],
    [{ tree: { parent: 7 } }, 'tree.parent'],
    [{ lines: [{ table: 'category' }] }, 'by'],
    [{ lines: {} }, 'lines'],
    [{ times: { made: 'x' } }, 'made'],
  ])('is refused as %j, by name', (design, name) => {
    expect(() => readDesign(design, known)).toThrow(name);
    expect(fits(design)).toBe(false);
  });

  it.each<[unknown, string]>([
    [{ name: '%%' }, 'name'],
    [{ key: ['nope'] }, 'nope'],
    [{ columns: { nope: {} } }, 'nope'],
    [{ columns: { name: { reference: { table: 'nowhere' } } } }, 'nowhere'],
    [{ columns: { name: { reference: { table: 'category', label: 'nope' } } } }, 'nope'],
    [{ times: { created: 'nope' } }, 'nope'],
    [{ softDelete: { column: 'nope' } }, 'nope'],
    [{ lines: [{ table: 'nowhere', by: 'x' }] }, 'nowhere'],
    [{ lines: [{ table: 'category', by: 'nope' }] }, 'nope'],
  ])('is refused where it names what there is not: %j', (design, name) => {
    expect(() => readDesign(design, known)).toThrow(name);
  });

  it('has null for a false that takes something away', () => {
    expect(readDesign({ softDelete: false, columns: { name: { dict: false, list: false } } }, known)).toEqual({
      softDelete: null,
      columns: { name: { dict: null, list: false } },
    });
  });

  it('that is inferred fits its schema, and is taken as it is', () => {
    const catalog = new Catalog([item, category]);
    for (const definition of [item, category]) {
      const facts = factsOf(definition, ['id']);
      const { design } = designOf(facts, { catalog, defaults: { prefixes: [], parentId: 0 } });
      expect([fits(design), fits.errors]).toEqual([true, null]);
      const saved = readDesign(design, { ...known, table: definition.name });
      expect(designOf(facts, { catalog, defaults: { prefixes: [], parentId: 9 } }, saved).design).toEqual(design);
    }
  });

  it('has a schema with the same words', () => {
    const { input, form } = schema.definitions.column.properties;
    expect([input?.enum, form?.enum]).toEqual([INPUTS, FORMS]);
  });
});
