import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Design } from '../../src/generator/design/design.js';
import { generatorPermissions } from '../../src/generator/api/generator.permissions.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { aCaller } from '../support/callers.js';
import { expectData, expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import { GeneratorApp, menusOf } from '../support/generator.js';
import { onServices } from '../support/services.js';
import { expectNothingStored } from '../support/snapshot.js';

interface InForce {
  design: Design;
  saved: boolean;
}

const ID = onServices ? 'id int AUTO_INCREMENT PRIMARY KEY' : 'id integer PRIMARY KEY AUTOINCREMENT';
const PATH = '.steward/demo-thing.design.json';

describe('the design of a table', () => {
  let app: GeneratorApp;
  beforeAll(async () => {
    app = await GeneratorApp.start({ GENERATOR_TABLE_PREFIXES: 'demo_' });
    for (const statement of [
      `CREATE TABLE demo_kind (${ID}, name varchar(64) NOT NULL)`,
      `CREATE TABLE demo_thing (${ID}, kind_id int NOT NULL, title varchar(64) NOT NULL, note varchar(64),
       create_time datetime, deleted int NOT NULL DEFAULT 0)`,
      `CREATE TABLE demo_part (${ID}, thing_id int NOT NULL, label varchar(64) NOT NULL, maker_id int, user_id int,
       FOREIGN KEY (user_id) REFERENCES \`user\` (id))`,
      `CREATE TABLE demo_word (lang char(2) NOT NULL, word varchar(64) NOT NULL, PRIMARY KEY (lang, word))`,
      'CREATE VIEW demo_titles AS SELECT id, title FROM demo_thing',
    ]) {
      await app.steward.db.query(statement);
    }
  });
  afterAll(() => app.stop());
  afterEach(() => {
    for (const name of readdirSync(app.output.path)) rmSync(join(app.output.path, name), { recursive: true });
  });

  const show = (tableName: string, token = app.admin) =>
    app.steward.client.get<InForce>(`/api/generator/design?tableName=${encodeURIComponent(tableName)}`, token);
  const save = (tableName: unknown, design: unknown, token = app.admin) =>
    app.steward.client.call('PUT', '/api/generator/design', { token, body: { tableName, design } });
  const shown = async (tableName: string) => {
    const answer = await show(tableName);
    expectSuccess(answer);
    return answer.body.data;
  };
  const put = (text: string, path = PATH) => {
    mkdirSync(join(app.output.path, '.steward'), { recursive: true });
    writeFileSync(join(app.output.path, path), text);
  };
  const contentOf = async (tableName: string, kind: string) => {
    const answer = await app.post<{ path: string; content: string }[]>('preview', { tableName });
    expectSuccess(answer);
    return answer.body.data.find(({ path }) => path.endsWith(`.${kind}.ts`))?.content ?? '';
  };
  const textsOf = async (tableName: string) => {
    const answer = await app.post<{ path: string; content: string }[]>('preview', { tableName });
    expectSuccess(answer);
    const text = (end: string) => answer.body.data.find(({ path }) => path.endsWith(end))?.content ?? '';
    return { page: text('.page.vue'), entity: text('.entity.ts'), service: text('.service.ts') };
  };

  it('is inferred until somebody saves one', async () => {
    const { design, saved } = await shown('demo_thing');
    expect(saved).toBe(false);
    expect(design).toMatchObject({
      label: 'Thing',
      labels: {},
      name: 'thing',
      moduleName: 'app',
      menu: { parentId: 0, icon: '', name: 'Things', folder: 'Demo', sort: 0 },
      key: ['id'],
      times: { created: 'create_time', updated: null },
      by: { created: null, updated: null },
      softDelete: { column: 'deleted', deleted: '1' },
      tree: null,
      lines: [],
      tabs: [{ table: 'demo_part', by: 'thing_id' }],
    });
    expect(Object.keys(design.columns)).toEqual(['id', 'kind_id', 'title', 'note', 'create_time', 'deleted']);
    expect(design).toMatchObject({ flow: null, actions: {}, files: {} });
    expect(design.columns.kind_id).toEqual({
      concealed: false,
      encrypted: false,
      label: 'Kind',
      labels: {},
      list: true,
      form: 'edit',
      filter: true,
      sort: true,
      input: 'reference',
      show: 'text',
      dict: null,
      required: true,
      help: null,
      group: null,
      hidden: false,
      reference: { table: 'demo_kind', label: 'name', confirmed: null },
    });
  });

  it('is stored as it is given, and fills in the rest', async () => {
    const given = { label: 'Item', columns: { note: { required: true, form: 'add' } }, softDelete: null };
    expectData(await save('demo_thing', given), {});
    expect(JSON.parse(app.output.read(PATH))).toEqual(given);
    const { design, saved } = await shown('demo_thing');
    expect([saved, design.label, design.softDelete]).toEqual([true, 'Item', null]);
    expect(design.columns.note).toMatchObject({ required: true, form: 'add', input: 'text' });
    expect(design.columns.deleted).toMatchObject({ form: 'edit', hidden: false });
    // What is shown may be saved.
    expectData(await save('demo_thing', design), {});
    expect((await shown('demo_thing')).design).toEqual(design);
  });

  it('decides what is generated', async () => {
    const design = {
      label: 'Item',
      name: 'shop_item',
      moduleName: 'shop',
      menu: { icon: 'box' },
      columns: { note: { form: 'none', list: false }, kind_id: { reference: null }, title: { hidden: true } },
      times: null,
      lines: [{ table: 'demo_part', by: 'thing_id' }],
    };
    expectData(await save('demo_thing', design), {});
    const { failed, generated } = await app.generate('demo_thing');
    expect(failed).toEqual([]);
    expect(generated).toContain('src/modules/shop-item/shop-item.entity.ts');
    const [menu] = await menusOf(app.steward.db, 'shop-item');
    expect(menu?.page).toMatchObject({ name: 'Item', icon: 'box' });
    expect(menu?.codes).toContain('shop:shopItem:page');
    const dto = app.output.read('src/modules/shop-item/shop-item.dto.ts');
    expect(dto).not.toContain('note');
    expect(dto).toContain('@EachOf(ShopItemPartEntry)');
    expect(dto).toContain('createTime?: Date | null');
    const service = app.output.read('src/modules/shop-item/shop-item.service.ts');
    expect(service).toContain("lines: { part: { entity: ShopItemPart, row: 'thingId' } }");
    expect(service).toContain("large: ['note']");
    expect(service).not.toMatch(/references|times:/);
    expect(app.output.read('src/modules/shop-item/shop-item.entity.ts')).toContain('select: false');
  });

  it('has no lines that refer to a table of the service, unless a declared key alone says so', async () => {
    const lines = { lines: [{ table: 'demo_part', by: 'thing_id' }] };
    const part = { columns: { maker_id: { reference: { table: 'user', label: 'username' } } } };
    expectData(await save('demo_part', part), {});
    expectNamed(await save('demo_thing', lines), 'demo_part.maker_id');
    expectData(await save('demo_part', {}), {});
    expectData(await save('demo_thing', lines), {});
    expect(await contentOf('demo_part', 'service')).toContain("userId: { table: 'user'");
    expect(await contentOf('demo_thing', 'service')).not.toContain("'user'");
  });

  it('shows each kind of values in its own way, as its name and its rows say', async () => {
    await app.steward.db.query(
      `CREATE TABLE demo_offer (${ID}, offer_sn varchar(32), price decimal(10,2), rate decimal(5,4), tax_percent int,
       logo varchar(255), site_url varchar(255), email varchar(64), mobile varchar(20), colour char(7),
       login_ip varchar(45), note_url varchar(64), goods_id int)`,
    );
    await app.steward.db.query(`INSERT INTO demo_offer (note_url) VALUES ('see below')`);
    const columns = Object.entries((await shown('demo_offer')).design.columns);
    expect(Object.fromEntries(columns.map(([name, { show: kind }]) => [name, kind]))).toEqual({
      ...{ id: 'text', offer_sn: 'code', price: 'money', rate: 'percent', tax_percent: 'percent', logo: 'image' },
      ...{ site_url: 'link', email: 'email', mobile: 'phone', colour: 'color', login_ip: 'ip', note_url: 'text' },
      goods_id: 'text',
    });
    const { page, entity, service } = await textsOf('demo_offer');
    for (const member of [
      "offerSn: { label: t.offerSn, show: 'copy', sort: true }",
      "price: { label: t.price, show: 'money', sort: true }",
      "rate: { label: t.rate, show: 'share', sort: true, hidden: true }",
      "taxPercent: { label: t.taxPercent, show: 'percent', sort: true, hidden: true }",
      "logo: { label: t.logo, show: 'image', sort: true }",
      "logo: { label: t.logo, input: 'image' }",
      "email: { label: t.email, input: 'email' }",
      "colour: { label: t.colour, input: 'colour' }",
      'goodsId: { label: t.goodsId, sort: true, hidden: true }',
    ]) {
      expect(page).toContain(member);
    }
    // What waits can still be read and asked for.
    expect(page).toContain("rate: { label: t.rate, input: 'numbers', first: false }");
    expect(service).toContain("'rate'");
    expect(service).not.toContain('large:');
    expect(entity.match(/@FileReference\(\)/g)).toHaveLength(1);
    expectNamed(await save('demo_offer', { columns: { price: { show: 'epoch' } } }), 'columns.price.show');
    expectNamed(await save('demo_offer', { columns: { price: { show: 'euro' } } }), 'columns.price.show');
    expectData(await save('demo_offer', { columns: { price: { show: 'number' }, logo: { show: 'link' } } }), {});
    const said = await textsOf('demo_offer');
    expect(said.page).toContain("price: { label: t.price, show: 'number', sort: true }");
    expect(said.page).toContain("logo: { label: t.logo, input: 'link' }");
    expect(said.entity).not.toContain('FileReference');
  });

  it('shows, filters and asks for instants in numbers as times, by what the rows hold', async () => {
    await app.steward.db.query(
      `CREATE TABLE demo_visit (${ID}, add_time int NOT NULL DEFAULT 0, seen bigint, read_time bigint)`,
    );
    await app.steward.db.query(
      'INSERT INTO demo_visit (add_time, seen, read_time) VALUES (1774747800, 1774747800000, 90), (0, NULL, 30)',
    );
    const { columns } = (await shown('demo_visit')).design;
    expect([columns.add_time, columns.seen, columns.read_time]).toMatchObject([
      { show: 'epoch', input: 'epoch' },
      { show: 'epoch', input: 'epoch' },
      { show: 'number', input: 'number' },
    ]);
    const { page } = await textsOf('demo_visit');
    for (const member of [
      "addTime: { label: t.addTime, show: 'epoch', sort: true }",
      "addTime: { label: t.addTime, input: 'epoch' }",
      "addTime: { label: t.addTime, input: 'epoch', initial: 0 }",
      "seen: { label: t.seen, show: 'epoch-ms', sort: true }",
      "seen: { label: t.seen, input: 'epoch-ms' }",
      "readTime: { label: t.readTime, input: 'numbers'",
    ]) {
      expect(page).toContain(member);
    }
  });

  it('gives way to the module name of a request', async () => {
    expectData(await save('demo_thing', { moduleName: 'shop' }), {});
    await app.generate('demo_thing', { moduleName: 'store' });
    expect((await menusOf(app.steward.db, 'thing'))[0]?.codes).toContain('store:thing:page');
  });

  it('names the parent of the page', async () => {
    expectData(await save('demo_part', { menu: { parentId: 9_999_999 } }), {});
    const { menu } = await app.generate('demo_part');
    expect(menu).toMatchObject({ success: false, menuId: 0, message: expect.stringContaining('9999999') as string });
  });

  it('gives a view a key', async () => {
    expect((await shown('demo_titles')).design.key).toEqual([]);
    expect(await contentOf('demo_titles', 'permissions')).toContain("['page', 'list', 'export']");
    expectData(await save('demo_titles', { key: ['id'] }), {});
    expect(await contentOf('demo_titles', 'permissions')).toContain("'detail'");
    expect((await app.generate('demo_titles')).failed).toEqual([]);
  });

  it('has several columns for a key', async () => {
    expect((await shown('demo_word')).design.key).toEqual(['lang', 'word']);
    expect(await contentOf('demo_word', 'controller')).not.toContain('update');
    expect((await app.generate('demo_word')).menu.message).toBe('created, with 7 new buttons');
  });

  describe('that cannot be', () => {
    it.each<[string, unknown]>([
      ['design', null],
      ['design', 'x'],
      ['colums', { colums: {} }],
      ['nope', { columns: { nope: {} } }],
      ['slider', { columns: { title: { input: 'slider' } } }],
      ['hologram', { columns: { title: { show: 'hologram' } } }],
      ['columns.title.show', { columns: { title: { show: 7 } } }],
      ['columns.title.show', { columns: { title: { show: 'bytes' } } }],
      ['columns.title.list', { columns: { title: { list: 'sometimes' } } }],
      ['columns.title.filter', { columns: { title: { filter: 1 } } }],
      ['columns.title.group', { columns: { title: { group: 5 } } }],
      ['columns.title.help', { columns: { title: { help: {} } } }],
      ['menu.folder', { menu: { folder: 7 } }],
      ['link', { link: 'yes' }],
      ['never', { columns: { title: { form: 'never' } } }],
      ['nowhere', { columns: { kind_id: { reference: { table: 'nowhere' } } } }],
      ['no_dict', { columns: { title: { dict: 'no_dict' } } }],
      ['columns.title.form', { columns: { title: { form: 'none' } } }],
      ['columns.title.required', { columns: { title: { required: false } } }],
      ['columns.title.reference', { columns: { title: { reference: { table: 'demo_kind' } } } }],
      ['times', { times: { created: 'title' } }],
      ['softDelete', { softDelete: { column: 'create_time', deleted: '1' } }],
      ['softDelete', { softDelete: { column: 'title', deleted: null } }],
      ['tree', { tree: { parent: 'title' } }],
      ['demo_word', { lines: [{ table: 'demo_word', by: 'word' }] }],
      ['label', { lines: [{ table: 'demo_part', by: 'label' }] }],
      ['user', { lines: [{ table: 'user', by: 'tenant_id' }] }],
      ['role_menu', { lines: [{ table: 'role_menu', by: 'role_id' }] }],
      ['note', { tabs: [{ table: 'demo_part', by: 'note' }] }],
      ['label', { tabs: [{ table: 'demo_part', by: 'label' }] }],
      ['user', { tabs: [{ table: 'user', by: 'tenant_id' }] }],
      ['nowhere', { tabs: [{ table: 'nowhere', by: 'thing_id' }] }],
      ['tabs', { tabs: { table: 'demo_part', by: 'thing_id' } }],
      ['key', { key: [] }],
    ])('is refused, naming %s', async (name, design) => {
      await expectNothingStored(app.steward.db, async () => expectNamed(await save('demo_thing', design), name));
      expect(app.output.files()).toEqual([]);
    });

    it.each([undefined, null, 5, '', {}, 'x'.repeat(2000)])('is refused for the table %.20j', async (tableName) => {
      expectNamed(await save(tableName, {}), 'tableName');
    });

    it.each(['nowhere', '', 'user', '../demo_thing'])('is of no table of the name %j', async (tableName) => {
      expectFailure(await show(tableName));
      expectFailure(await save(tableName === '' ? 'nowhere' : tableName, {}));
      expect(app.output.files()).toEqual([]);
    });

    it.each([
      ['{ "label": ', PATH],
      ['{ "labl": "x" }', 'labl'],
      ['{ "columns": { "gone": {} } }', 'gone'],
      ['[]', 'object'],
    ])('is reported by its file: %s', async (text, name) => {
      put(text);
      const answer = await show('demo_thing');
      expectNamed(answer, name);
      expectNamed(answer, PATH);
      const { failed } = await app.generate('demo_thing');
      expect(failed).toEqual([{ path: 'demo_thing', message: expect.stringContaining(PATH) as string }]);
      expect(app.output.files()).toEqual([PATH]);
      // Another table is none the worse for it.
      expect((await app.generate('demo_kind')).failed).toEqual([]);
      expectData(await save('demo_thing', {}), {});
      expect((await shown('demo_thing')).saved).toBe(true);
    });

    it('is not read or written through a link', async () => {
      mkdirSync(join(app.output.path, 'elsewhere'));
      symlinkSync('elsewhere', join(app.output.path, '.steward'));
      expectNamed(await save('demo_thing', {}), 'link');
      expectNamed(await show('demo_thing'), 'link');
    });
  });

  it('is for those who generate, and recorded', async () => {
    const { token } = await aCaller(app.steward, [generatorPermissions.page]);
    expectFailure(await show('demo_thing', token), 403);
    expectFailure(await save('demo_thing', {}, token), 403);
    const logged = () =>
      app.steward.db.manager.find(OperationLog, { where: { method: 'saveDesign' }, order: { id: 1 } });
    const before = (await logged()).length;
    await save('demo_thing', { label: 'x' });
    await save('demo_thing', { labl: 'x' });
    await show('demo_thing');
    const rows = (await logged()).slice(before);
    expect(rows.map(({ logType, status }) => [logType, status])).toEqual([
      [2, 0],
      [2, 1],
    ]);
  });
});
