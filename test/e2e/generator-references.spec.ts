import type { Design } from '../../src/generator/design/design.js';
import { expectSuccess } from '../support/checks.js';
import { GeneratorApp } from '../support/generator.js';
import { onServices } from '../support/services.js';

const ID = onServices ? 'id int AUTO_INCREMENT PRIMARY KEY' : 'id integer PRIMARY KEY AUTOINCREMENT';

describe('references that rows confirm', () => {
  let app: GeneratorApp;
  beforeAll(async () => {
    app = await GeneratorApp.start();
    for (const statement of [
      `CREATE TABLE ecs_article_cat (cat_${ID}, cat_name varchar(60))`,
      `CREATE TABLE ecs_category (cat_${ID}, cat_name varchar(60))`,
      `CREATE TABLE ecs_goods (goods_${ID}, cat_id int NOT NULL DEFAULT 0, brand_id int NOT NULL DEFAULT 0,
       city_id int NOT NULL DEFAULT 0, maker_id int, user_id int, area_id int, parent_id int NOT NULL DEFAULT 0,
       ecs_city varchar(20) NOT NULL DEFAULT '')`,
      `CREATE TABLE ecs_brand (${ID}, name varchar(60))`,
      `CREATE TABLE ecs_city (${ID}, nr int NOT NULL UNIQUE, code varchar(20) NOT NULL UNIQUE, name varchar(60))`,
      `CREATE TABLE ecs_maker (${ID}, name varchar(60))`,
      `CREATE TABLE a_area (${ID}, name varchar(60))`,
      `CREATE TABLE b_area (${ID}, name varchar(60))`,
    ]) {
      await app.steward.db.query(statement);
    }
    const add = (table: string, columns: string, rows: unknown[][]) =>
      app.steward.db.query(
        `INSERT INTO ${table} (${columns}) VALUES ${rows.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ')}`,
        rows.flat(),
      );
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
    await add(
      'ecs_category',
      'cat_id',
      numbers.map((n) => [n + 100]),
    );
    await add('ecs_article_cat', 'cat_id', [[1], [2], [101]]);
    await add('ecs_brand', 'id', [[1], [2]]);
    await add(
      'ecs_city',
      'nr, code',
      numbers.map((n) => [n + 500, `c-${n}`]),
    );
    await add(
      'ecs_goods',
      'cat_id, brand_id, city_id, maker_id, user_id, parent_id, ecs_city',
      numbers.map((n) => [
        n % 4 === 0 ? 0 : n + 101,
        n <= 3 ? n : 0,
        n + 500,
        n + 900,
        1,
        n + 900,
        n === 1 ? '' : `c-${n}`,
      ]),
    );
  });
  afterAll(() => app.stop());

  const design = async (table: string) => {
    const path = `/api/generator/design?tableName=${table}`;
    const answer = await app.steward.client.get<{ design: Design }>(path, app.admin);
    expectSuccess(answer);
    return answer.body.data.design;
  };

  it('are the tables in which most values exist', async () => {
    const { columns, tree } = await design('ecs_goods');
    const references = Object.entries(columns).flatMap(([name, { reference }]) =>
      reference ? [[name, reference]] : [],
    );
    expect(Object.fromEntries(references)).toEqual({
      cat_id: { table: 'ecs_category', label: 'cat_name', confirmed: 1 },
      brand_id: { table: 'ecs_brand', label: 'name', confirmed: 2 / 3 },
      city_id: { table: 'ecs_city', key: 'nr', label: 'name', confirmed: 1 },
      ecs_city: { table: 'ecs_city', key: 'code', label: 'name', confirmed: 1 },
    });
    // The rows do not look like parents of one another, and the product does not own one of the service's tables.
    expect(tree).toBeNull();
  });

  it('are checked where they are confirmed, and take anything where they are not', async () => {
    const { failed, notes } = await app.generate('ecs_goods');
    expect(failed).toEqual([]);
    const service = app.output.read('src/modules/ecs-goods/ecs-goods.service.ts').replace(/\s+/g, ' ');
    expect(service).toContain("catId: { table: 'ecs_category', key: 'cat_id', label: 'cat_name', takes: 'none' }");
    expect(service).toContain("brandId: { table: 'ecs_brand', key: 'id', label: 'name', takes: 'any' }");
    const page = app.output.read('console/src/pages/ecs-goods.page.vue').replace(/\s+/g, ' ');
    expect(page).toContain(
      "brandId: { label: t.brandId, input: { reference: '/api/ecs-brand', values: 'number', none: 0 }",
    );
    // Rows are offered by their keys, so a reference to another column is typed.
    expect(page).toContain("cityId: { label: t.cityId, input: 'number'");
    expect(notes).toEqual(
      expect.arrayContaining([
        {
          path: 'ecs_goods',
          message: expect.stringMatching(/^maker_id does not refer to ecs_maker: none of its 20/) as string,
        },
        { path: 'ecs_goods', message: 'area_id fits a_area and b_area equally well, so no reference is made' },
      ]),
    );
  });
});
