import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Design } from '../../src/generator/design/design.js';
import { expectNamed, expectSuccess } from '../support/checks.js';
import { GeneratorApp } from '../support/generator.js';
import { onServices } from '../support/services.js';

const ID = onServices ? 'id int AUTO_INCREMENT PRIMARY KEY' : 'id integer PRIMARY KEY AUTOINCREMENT';

/** Tables that refer to a product, the seventh and eighth of which have the most rows. */
const MANY = ['bill', 'cost', 'deal', 'fact', 'gift', 'hint', 'item', 'join_up'];

describe('tabs in the details of a row', () => {
  let app: GeneratorApp;
  beforeAll(async () => {
    app = await GeneratorApp.start();
    for (const statement of [
      `CREATE TABLE tab_buyer (${ID}, code varchar(20) NOT NULL UNIQUE, name varchar(60))`,
      `CREATE TABLE tab_order (${ID}, buyer_id int, seller_id int, buyer_code varchar(20), note varchar(60),
       FOREIGN KEY (seller_id) REFERENCES tab_buyer (id))`,
      `CREATE TABLE tab_letter (${ID}, tab_buyer_id int, text varchar(60))`,
      // No module can be made of it, which must not stop others.
      `CREATE TABLE tab_puzzle (${ID}, tab_buyer_id int, \`what?\` int)`,
      `CREATE TABLE tab_house (${ID}, parent_id int, name varchar(60))`,
      `CREATE TABLE tab_product (${ID}, name varchar(60))`,
      ...MANY.map((name) => `CREATE TABLE tab_${name} (${ID}, product_id int)`),
      ...MANY.flatMap((name, index) =>
        Array.from({ length: index }, () => `INSERT INTO tab_${name} (product_id) VALUES (NULL)`),
      ),
      ...(onServices ? [`ANALYZE TABLE ${MANY.map((name) => `tab_${name}`).join(', ')}`] : []),
    ]) {
      await app.steward.db.query(statement);
    }
  });
  afterAll(() => app.stop());

  const tabsOf = async (table: string) => {
    const path = `/api/generator/design?tableName=${table}`;
    const answer = await app.steward.client.get<{ design: Design }>(path, app.admin);
    expectSuccess(answer);
    return answer.body.data.design.tabs.map(({ table: other, by }) => `${other}.${by}`);
  };
  const save = (tableName: string, design: unknown) =>
    app.steward.client.call('PUT', '/api/generator/design', { token: app.admin, body: { tableName, design } });
  const pageOf = async (table: string) => {
    const { failed } = await app.generate(table);
    expect(failed).toEqual([]);
    const kebab = table.replaceAll('_', '-');
    const read = (end: string) => app.output.read(`console/src/pages/${kebab}.${end}`).replace(/\s+/g, ' ');
    return { page: read('page.vue'), texts: read('text.ts') };
  };

  it('are the tables that refer to it, declared or inferred, by each of their columns', async () => {
    expect(await tabsOf('tab_buyer')).toEqual([
      'tab_letter.tab_buyer_id',
      'tab_order.buyer_code',
      'tab_order.buyer_id',
      'tab_order.seller_id',
    ]);
    // The parent of a row is not its owner: the page of a tree shows the rows below it.
    expect(await tabsOf('tab_house')).toEqual([]);
    const { page, texts } = await pageOf('tab_buyer');
    expect(page).toContain("{ path: '/api/tab-letter', by: 'tabBuyerId', label: t.tabTabLetterTabBuyerId }");
    expect(page).toContain("{ path: '/api/tab-order', by: 'buyerCode', key: 'code', label: t.tabTabOrderBuyerCode }");
    expect(texts).toContain("tabTabOrderSellerId: 'Orders (Seller)'");
    expect(texts).toContain("tabTabLetterTabBuyerId: 'Letters'");
  });

  it('follow tables and designs that change between two requests', async () => {
    expect(await tabsOf('tab_house')).toEqual([]);
    await app.steward.db.query(`CREATE TABLE tab_room (${ID}, tab_house_id int, twin int)`);
    expect(await tabsOf('tab_house')).toEqual(['tab_room.tab_house_id']);
    const file = join(app.output.path, '.steward/tab-room.design.json');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ columns: { twin: { reference: { table: 'tab_house' } } } }));
    expect(await tabsOf('tab_house')).toEqual(['tab_room.tab_house_id', 'tab_room.twin']);
    rmSync(file);
    expect(await tabsOf('tab_house')).toEqual(['tab_room.tab_house_id']);
    await app.steward.db.query('DROP TABLE tab_room');
    expect(await tabsOf('tab_house')).toEqual([]);
  });

  it('are at most six, of the tables with the most rows', async () => {
    expect(await tabsOf('tab_product')).toEqual(MANY.slice(2).map((name) => `tab_${name}.product_id`));
  });

  it('are those that a design wants, or none', async () => {
    expectSuccess(await save('tab_product', { tabs: [{ table: 'tab_bill', by: 'product_id' }] }));
    expect(await tabsOf('tab_product')).toEqual(['tab_bill.product_id']);
    // Nothing says that it refers to the buyer but the design.
    expectSuccess(await save('tab_house', { tabs: [{ table: 'tab_bill', by: 'product_id' }] }));
    expect(await tabsOf('tab_house')).toEqual(['tab_bill.product_id']);
    expectSuccess(await save('tab_product', { tabs: false }));
    expect(await tabsOf('tab_product')).toEqual([]);
    expect((await pageOf('tab_product')).page).not.toContain('tabs');
  });

  it('leave out a table whose page cannot be filtered by the row', async () => {
    mkdirSync(join(app.output.path, '.steward'), { recursive: true });
    const design = {
      columns: { buyer_id: { filter: false }, seller_id: { reference: null }, buyer_code: { hidden: true } },
    };
    writeFileSync(join(app.output.path, '.steward/tab-order.design.json'), JSON.stringify(design));
    expect(await tabsOf('tab_buyer')).toEqual(['tab_letter.tab_buyer_id']);
    expectNamed(await save('tab_buyer', { tabs: [{ table: 'tab_order', by: 'buyer_id' }] }), 'buyer_id');
    expectNamed(await save('tab_buyer', { tabs: [{ table: 'tab_order', by: 'note' }] }), 'note');
    expectNamed(await save('tab_buyer', { tabs: [{ table: 'user', by: 'tenant_id' }] }), 'user');
    expectNamed(await save('tab_buyer', { tabs: [{ table: 'tab_puzzle', by: 'tab_buyer_id' }] }), 'tab_puzzle');
  });

  it('are not lost by a design of the other table that is wrong', async () => {
    writeFileSync(join(app.output.path, '.steward/tab-letter.design.json'), '{ "colums": {} }');
    expect(await tabsOf('tab_buyer')).toEqual(['tab_letter.tab_buyer_id']);
  });
});
