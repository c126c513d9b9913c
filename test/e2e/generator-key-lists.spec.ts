import type { Type } from '@nestjs/common';
import type { Design } from '../../src/generator/design/design.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectSuccess } from '../support/checks.js';
import { download, parseCsv } from '../support/csv.js';
import { loadModules } from '../support/generated-modules.js';
import { GeneratorApp } from '../support/generator.js';
import { onServices } from '../support/services.js';

const id = onServices ? 'int AUTO_INCREMENT PRIMARY KEY' : 'integer PRIMARY KEY AUTOINCREMENT';

const TABLES = [
  `CREATE TABLE kl_tag (id ${id}, name varchar(32) NOT NULL, deleted int NOT NULL DEFAULT 0)`,
  `CREATE TABLE kl_post (id ${id}, title varchar(32) NOT NULL, tag_ids varchar(255) NOT NULL DEFAULT '',
    default_tag_ids varchar(255), parcel_ids varchar(255) NOT NULL DEFAULT '')`,
  `CREATE TABLE kl_parcel (id ${id}, name varchar(32) NOT NULL)`,
  // A list is no reference of a link table.
  `CREATE TABLE kl_pair (post_id int NOT NULL, tag_ids varchar(64) NOT NULL, PRIMARY KEY (post_id, tag_ids))`,
];

interface Post {
  id: number;
  tagIds: string;
  tagIdsLabel: string[] | null;
  defaultTagIdsLabel: string[] | null;
}

describe('a column with the keys of several rows', () => {
  let app: GeneratorApp;
  let modules: Type[];
  let design: Design;

  const designOf = async (table: string) => {
    const path = `/api/generator/design?tableName=${table}`;
    return (await app.steward.client.get<{ design: Design }>(path, app.admin)).body.data.design;
  };

  beforeAll(async () => {
    app = await GeneratorApp.start();
    const { db } = app.steward;
    for (const statement of TABLES) await db.query(statement);
    for (let n = 1; n <= 12; n++) await db.query(`INSERT INTO kl_tag (name) VALUES ('tag ${n}')`);
    await db.query(`UPDATE kl_tag SET deleted = 1 WHERE id = 12`);
    const lists = ['1,2,3', '[4,"5",6]', ',7,8,', '9;10,11', '', '12,99,x'];
    for (const list of lists) await db.query(`INSERT INTO kl_post (title, tag_ids) VALUES ('p', '${list}')`);
    await db.query(`UPDATE kl_post SET parcel_ids = '101,102,103,104,105,106,107,108,109,110' WHERE id = 1`);
    design = await designOf('kl_post');
    for (const { failed } of await app.batch(['kl_tag', 'kl_post', 'kl_pair'])) expect(failed).toEqual([]);
    modules = await loadModules(app.output);
  });
  afterAll(() => app.stop());

  it('refers to them, as its name and its rows say', () => {
    expect(design.columns.tag_ids).toMatchObject({
      label: 'Tags',
      input: 'reference',
      show: 'tags',
      reference: { table: 'kl_tag', label: 'name' },
    });
    expect(design.columns.tag_ids?.reference?.confirmed).toBeGreaterThan(0.8);
    expect(design.columns.parcel_ids?.reference).toBeNull();
  });

  it('is no tab and no link', async () => {
    expect((await designOf('kl_tag')).tabs).toEqual([]);
    expect((await designOf('kl_pair')).link).toBe(false);
  });

  it('is chosen from the rows, and shown by their names', () => {
    const page = app.output.read('console/src/pages/kl-post.page.vue').replace(/\s+/g, ' ');
    expect(page).toContain("show: { reference: '/api/kl-tag', as: 'list' }");
    expect(page).toContain("input: { reference: '/api/kl-tag', as: 'list' }");
  });

  describe('when served', () => {
    let steward: TestApp;
    let token: string;
    beforeAll(async () => {
      steward = await startApp({ storage: app.steward.storage, generated: modules });
      token = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    });
    afterAll(() => steward.stop());

    const posts = async (query = '') => {
      const path = `/api/kl-post/page?orderBy=id&order=asc${query}`;
      return (await steward.client.get<{ records: Post[] }>(path, token)).body.data.records;
    };

    it('has the labels of its rows, and the keys that no row has', async () => {
      expect((await posts()).map(({ tagIdsLabel }) => tagIdsLabel)).toEqual([
        ['tag 1', 'tag 2', 'tag 3'],
        ['tag 4', 'tag 5', 'tag 6'],
        ['tag 7', 'tag 8'],
        ['tag 9', 'tag 10', 'tag 11'],
        [],
        ['12', '99', 'x'],
      ]);
      expect((await posts())[0]?.defaultTagIdsLabel).toBeNull();
    });

    it('takes any text, and keeps it as it is written', async () => {
      const body = { title: 'new', tagIds: '3,77' };
      const added = await steward.client.post<{ id: number }>('/api/kl-post/add', body, { token });
      expectSuccess(added);
      const path = `/api/kl-post/detail/${added.body.data.id}`;
      const post = await steward.client.get<Post>(path, token);
      expect(post.body.data).toMatchObject({ tagIds: '3,77', tagIdsLabel: ['tag 3', '77'] });
    });

    it('is found by a part of its text, and exported with its labels', async () => {
      expect((await posts('&tagIds=9%3B10')).map(({ tagIds }) => tagIds)).toEqual(['9;10,11']);
      const { text } = await download(`${steward.url}/api/kl-post/export?orderBy=id&order=asc`, token);
      const [heading = [], first = []] = parseCsv(text);
      expect(first[heading.indexOf('tagIdsLabel')]).toBe('["tag 1","tag 2","tag 3"]');
    });

    it('is described as a list of names', async () => {
      const description = await steward.client.get<unknown>('/api/docs-json');
      expect(JSON.stringify(description.body)).toMatch(/"tagIdsLabel":\{[^}]*"array"/);
    });
  });
});
