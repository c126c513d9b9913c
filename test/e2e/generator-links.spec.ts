import type { Type } from '@nestjs/common';
import type { Design } from '../../src/generator/design/design.js';
import { Menu } from '../../src/modules/access/menu.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectNamed, expectSuccess } from '../support/checks.js';
import { loadModules } from '../support/generated-modules.js';
import { GeneratorApp, filesOf, menusOf } from '../support/generator.js';
import { onServices } from '../support/services.js';
import { statementsOf } from '../support/statements.js';

const ID = onServices ? 'id int AUTO_INCREMENT PRIMARY KEY' : 'id integer PRIMARY KEY AUTOINCREMENT';
const TIMES = 'created_at datetime(6) NOT NULL, updated_at datetime(6) NOT NULL';

const TABLES = [
  `CREATE TABLE lk_person (${ID}, tenant_id int NOT NULL DEFAULT 0, name varchar(60) NOT NULL)`,
  `CREATE TABLE lk_skill (${ID}, tenant_id int NOT NULL DEFAULT 0, name varchar(60) NOT NULL,
   del_flag char(1) NOT NULL DEFAULT '0')`,
  `CREATE TABLE lk_team (${ID}, name varchar(60) NOT NULL)`,
  'CREATE TABLE lk_label (id varchar(36) NOT NULL PRIMARY KEY, name varchar(60) NOT NULL)',
  `CREATE TABLE lk_person_skill (person_id int NOT NULL, skill_id int NOT NULL, create_time datetime,
   PRIMARY KEY (person_id, skill_id))`,
  `CREATE TABLE lk_member (${ID}, tenant_id int NOT NULL DEFAULT 0, team_id int NOT NULL, person_id int NOT NULL,
   ${TIMES}, UNIQUE (team_id, person_id), FOREIGN KEY (person_id) REFERENCES lk_person (id),
   FOREIGN KEY (team_id) REFERENCES lk_team (id))`,
  `CREATE TABLE lk_person_label (label_id varchar(36) NOT NULL, person_id int NOT NULL,
   PRIMARY KEY (label_id, person_id))`,
  `CREATE TABLE lk_friend (person_id int NOT NULL, friend_id int NOT NULL, PRIMARY KEY (person_id, friend_id),
   FOREIGN KEY (person_id) REFERENCES lk_person (id), FOREIGN KEY (friend_id) REFERENCES lk_person (id))`,
  // None of these only joins rows.
  `CREATE TABLE lk_visit (person_id int NOT NULL, team_id int NOT NULL, note varchar(60), PRIMARY KEY (person_id, team_id))`,
  `CREATE TABLE lk_loose (${ID}, person_id int NOT NULL, team_id int NOT NULL)`,
];

const LINKS = ['lk_person_skill', 'lk_member', 'lk_person_label', 'lk_friend'];
const SIDES = ['lk_person', 'lk_skill', 'lk_team', 'lk_label'];

/** A row of a person as its detail has it. */
interface Person {
  id: number;
  name: string;
  skillIds?: number[];
  skillIdsLabel?: string[];
  teamIds?: number[];
  labelIds?: string[];
  friendIds?: number[];
}

const codesOf = (name: string, operations: readonly string[]) => operations.map((each) => `app:${name}:${each}`);
const ALL = ['page', 'list', 'detail', 'add', 'update', 'delete', 'batchDelete'];

describe('link tables', () => {
  let app: GeneratorApp;
  let modules: Type[];
  beforeAll(async () => {
    app = await GeneratorApp.start();
    for (const statement of TABLES) await app.steward.db.query(statement);
    expect((await app.batch([...SIDES, ...LINKS])).flatMap(({ failed }) => failed)).toEqual([]);
    modules = await loadModules(app.output);
  });
  afterAll(() => app.stop());

  describe('in designs', () => {
    const designOf = async (table: string) => {
      const path = `/api/generator/design?tableName=${table}`;
      const answer = await app.steward.client.get<{ design: Design }>(path, app.admin);
      expectSuccess(answer);
      return answer.body.data.design;
    };
    const save = (tableName: string, design: unknown) =>
      app.steward.client.call('PUT', '/api/generator/design', { token: app.admin, body: { tableName, design } });

    it('are those that have two references, tell rows apart by them, and have nothing else but times', async () => {
      for (const table of LINKS) expect((await designOf(table)).link).toBe(true);
      for (const table of [...SIDES, 'lk_visit', 'lk_loose']) expect((await designOf(table)).link).toBe(false);
    });

    it('are refused where they are none, with the reason', async () => {
      expectNamed(await save('lk_visit', { link: true }), 'note');
      expectNamed(await save('lk_loose', { link: true }), 'no key');
      expectNamed(await save('lk_person', { link: true }), 'name');
      expectNamed(await save('lk_person_skill', { link: 'yes' }), 'link');
    });

    it('have no tab in the details of the rows that they join', async () => {
      expect((await designOf('lk_team')).tabs.map(({ table }) => table)).toEqual(['lk_loose', 'lk_visit']);
      expectNamed(await save('lk_team', { tabs: [{ table: 'lk_member', by: 'team_id' }] }), 'lk_member');
    });

    it('have a page of their own, and nothing else, if a design says so', async () => {
      expectSuccess(await save('lk_person_label', { link: false }));
      const preview = await app.post<{ path: string; content: string }[]>('preview', { tableName: 'lk_label' });
      const pages = preview.body.data.filter(({ path }) => path.endsWith('.page.vue'));
      expect(pages.map(({ content }) => content).join()).not.toContain('personIds');
      expect((await designOf('lk_label')).tabs).toEqual([{ table: 'lk_person_label', by: 'label_id' }]);
      const own = await app.post<{ path: string }[]>('preview', { tableName: 'lk_person_label' });
      expect(own.body.data.map(({ path }) => path)).toContain('console/src/pages/lk-person-label.page.vue');
      expectSuccess(await save('lk_person_label', {}));
    });
  });

  it('have a module without a page, and buttons below an entry that the menu does not show', async () => {
    const files = app.output.files();
    const ofPage = /^console\//;
    for (const kebab of ['lk-person-skill', 'lk-member']) {
      expect(files.filter((path) => path.includes(`/${kebab}.`))).toEqual(
        filesOf(kebab)
          .filter((path) => !ofPage.test(path))
          .concat(`.steward/${kebab}.json`)
          .sort(),
      );
    }
    const [entry] = await menusOf(app.steward.db, 'lk-person-skill');
    expect(entry?.page).toMatchObject({ hidden: true });
    expect(entry?.codes).toEqual(codesOf('lkPersonSkill', [...ALL, 'export']));
    const grantable = await app.steward.client.get('/api/index/getGrantableMenus', app.admin);
    expect(JSON.stringify(grantable.body.data)).toContain('app:lkPersonSkill:add');
    const page = app.output.read('console/src/pages/lk-person.page.vue').replace(/\s+/g, ' ');
    expect(page).toContain(
      "skillIds: { label: t.skillIds, input: { reference: '/api/lk-skill', as: 'several' }, link: '/api/lk-person-skill'",
    );
    const texts = app.output.read('console/src/pages/lk-person.text.ts').replace(/\s+/g, ' ');
    for (const text of ["skillIds: 'Skills'", "teamIds: 'Teams'", "friendIds: 'Friends'", "personIds: 'People'"])
      expect(texts).toContain(text);
  });

  describe('when served', () => {
    let steward: TestApp;
    let admin: string;
    let names = 0;
    beforeAll(async () => {
      steward = await startApp({ storage: app.steward.storage, generated: modules });
      admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    });
    afterAll(() => steward.stop());

    const add = async (path: string, body: object = {}, token = admin): Promise<number> => {
      const answer = await steward.client.post<{ id: number }>(
        `/api/${path}/add`,
        { name: `n${++names}`, ...body },
        { token },
      );
      expectSuccess(answer);
      return answer.body.data.id;
    };
    const detail = async <T = Person>(id: number | string, path = 'lk-person', token = admin): Promise<T> => {
      const answer = await steward.client.get<T>(`/api/${path}/detail/${id}`, token);
      expectSuccess(answer);
      return answer.body.data;
    };
    const update = (body: object, token = admin, path = 'lk-person') =>
      steward.client.call('PUT', `/api/${path}/update`, { token, body });

    it('are changed with a row: what is missing is added, and what is left out is deleted', async () => {
      const [a, b, c] = [await add('lk-skill', { name: 'a' }), await add('lk-skill'), await add('lk-skill')];
      const id = await add('lk-person', { skillIds: [a, b, b] });
      expect((await detail(id)).skillIds).toEqual([a, b]);
      expect((await detail(id)).skillIdsLabel?.[0]).toBe('a');
      expectSuccess(await update({ id, skillIds: [b, c] }));
      expect((await detail(id)).skillIds).toEqual([b, c]);
      expectSuccess(await update({ id, name: 'other' }));
      expect(await detail(id)).toMatchObject({ name: 'other', skillIds: [b, c] });
      expect(await detail(c, 'lk-skill')).toMatchObject({ personIds: [id], personIdsLabel: ['other'] });
      expectSuccess(await update({ id: a, personIds: [id] }, admin, 'lk-skill'));
      expect((await detail(id)).skillIds).toEqual([a, b, c]);
      const made = await steward.db.query<{ create_time: unknown }[]>('SELECT create_time FROM lk_person_skill');
      expect(made.every(({ create_time: time }) => time !== null)).toBe(true);
      expectSuccess(await update({ id, skillIds: [] }));
      expect((await detail(id)).skillIds).toEqual([]);
    });

    it('have keys of any type, an id of their own, a tenant, and both sides in one table', async () => {
      const team = await add('lk-team');
      const label = 'Label-1';
      expectSuccess(await steward.client.post('/api/lk-label/add', { id: label, name: 'x' }, { token: admin }));
      const friend = await add('lk-person');
      const id = await add('lk-person', { teamIds: [team], labelIds: [label], friendIds: [friend] });
      expect(await detail(id)).toMatchObject({
        teamIds: [team],
        labelIds: [label],
        friendIds: [friend],
        personIds: [],
      });
      expect(await detail(friend)).toMatchObject({ personIds: [id], friendIds: [] });
      expect(await detail(label, 'lk-label')).toMatchObject({ personIds: [id] });
      expectNamed(await update({ id, labelIds: [7] }), 'labelIds');
      expectNamed(await update({ id, labelIds: ['none'] }), 'labelIds');
    });

    it('refuse what no row has, and store nothing of the change', async () => {
      const skill = await add('lk-skill');
      const gone = await add('lk-skill');
      expectSuccess(await steward.client.call('DELETE', `/api/lk-skill/delete/${gone}`, { token: admin }));
      const id = await add('lk-person', { name: 'kept', skillIds: [skill] });
      for (const skillIds of [[999_999], [gone], [skill, gone], 'x', ['x'], [0], [null], null, {}])
        expectNamed(await update({ id, name: 'lost', skillIds }), 'skillIds');
      const many = Array.from({ length: 1001 }, (_none, index) => index + 1);
      expectNamed(await update({ id, name: 'lost', skillIds: many }), 'skillIds');
      expect(await detail(id)).toMatchObject({ name: 'kept', skillIds: [skill] });
    });

    it('go with a row that is deleted', async () => {
      const team = await add('lk-team');
      const id = await add('lk-person', { teamIds: [team] });
      expectSuccess(await steward.client.call('DELETE', `/api/lk-person/delete/${id}`, { token: admin }));
      expect(await detail(team, 'lk-team')).toMatchObject({ personIds: [] });
      expect(await steward.db.query(`SELECT id FROM lk_member WHERE person_id = ${id}`)).toEqual([]);
    });

    it('are shown to whoever may list them, and changed by whoever may add and delete them', async () => {
      const [a, b] = [await add('lk-skill'), await add('lk-skill')];
      const id = await add('lk-person', { skillIds: [a] });
      const person = codesOf('lkPerson', ALL);
      const platform = { tenantId: 0 };
      const { token: none } = await aCaller(steward, person, platform);
      expect(await detail(id, 'lk-person', none)).not.toHaveProperty('skillIds');
      expect(await update({ id, skillIds: [a] }, none)).toMatchObject({
        status: 403,
        body: { msg: 'Permission app:lkPersonSkill:list is required' },
      });
      expectSuccess(await update({ id, name: 'new' }, none));
      const { token: lists } = await aCaller(steward, [...person, ...codesOf('lkPersonSkill', ['list'])], platform);
      expect((await detail(id, 'lk-person', lists)).skillIds).toEqual([a]);
      expectSuccess(await update({ id, skillIds: [a] }, lists));
      expect((await update({ id, skillIds: [a, b] }, lists)).body.msg).toContain('app:lkPersonSkill:add');
      expect((await update({ id, skillIds: [] }, lists)).body.msg).toContain('app:lkPersonSkill:delete');
      const { token: adds } = await aCaller(
        steward,
        [...person, ...codesOf('lkPersonSkill', ['list', 'add'])],
        platform,
      );
      expectSuccess(await update({ id, skillIds: [a, b] }, adds));
      expect((await detail(id)).skillIds).toEqual([a, b]);
    });

    it('stay within a tenant', async () => {
      const codes = [
        ...codesOf('lkPerson', ALL),
        ...codesOf('lkSkill', ALL),
        ...codesOf('lkTeam', ALL),
        ...codesOf('lkPersonSkill', ALL),
        ...codesOf('lkMember', ALL),
      ];
      const [first, second] = [await steward.make.aTenant(), await steward.make.aTenant()];
      const { token: ours } = await aCaller(steward, codes, { tenantId: first.id });
      const { token: theirs } = await aCaller(steward, codes, { tenantId: second.id });
      const team = await add('lk-team');
      const [own, other] = [await add('lk-skill', {}, ours), await add('lk-skill', {}, theirs)];
      const person = await add('lk-person', { teamIds: [team] }, theirs);
      const id = await add('lk-person', { skillIds: [own], teamIds: [team] }, ours);
      expectNamed(await update({ id, skillIds: [other] }, ours), 'skillIds');
      // Links that other tenants have to a row shared by all tenants are neither seen nor deleted.
      expect(await detail(team, 'lk-team', ours)).toMatchObject({ personIds: [id] });
      expectNamed(await update({ id: team, personIds: [person] }, ours, 'lk-team'), 'personIds');
      expectSuccess(await update({ id: team, personIds: [] }, ours, 'lk-team'));
      expect(await detail(team, 'lk-team', theirs)).toMatchObject({ personIds: [person] });
      expect(await detail(team, 'lk-team')).toMatchObject({ personIds: [person] });
      // Even one that somebody stored across tenants.
      await steward.db.query(`INSERT INTO lk_person_skill (person_id, skill_id) VALUES (${id}, ${other})`);
      expect((await detail(id, 'lk-person', ours)).skillIds).toEqual([own]);
      expectSuccess(await update({ id, skillIds: [] }, ours));
      const left = await steward.db.query<unknown[]>(`SELECT skill_id FROM lk_person_skill WHERE person_id = ${id}`);
      expect(left).toEqual([{ skill_id: other }]);
    });

    it('are part of the version of a row, and of what the operation log records', async () => {
      const [a, b] = [await add('lk-skill'), await add('lk-skill')];
      const id = await add('lk-person', { skillIds: [a] });
      const tagOf = async () =>
        (await steward.client.get(`/api/lk-person/detail/${id}`, admin)).headers.get('etag') ?? '';
      const before = await tagOf();
      expectSuccess(await update({ id: b, personIds: [id] }, admin, 'lk-skill'));
      expect(await tagOf()).not.toBe(before);
      const stale = await steward.client.call('PUT', '/api/lk-person/update', {
        token: admin,
        body: { id, skillIds: [] },
        headers: { 'if-match': before },
      });
      expectNamed(stale, 'changed');
      expect((await detail(id)).skillIds).toEqual([a, b]);
      expectSuccess(await update({ id, skillIds: [b] }));
      const log = '/api/operation/log/page?pageSize=1';
      const { body } = await steward.client.get<{ records: { changes: unknown }[] }>(log, admin);
      expect(body.data.records).toMatchObject([{ changes: { skillIds: [[a, b], [b]] } }]);
    });

    it('survive changes from both sides at once', async () => {
      const added = await Promise.all(Array.from({ length: 4 }, () => add('lk-skill')));
      const skills = added.toSorted((a, b) => a - b);
      const id = await add('lk-person');
      const answers = await Promise.all([
        ...skills.map((skill) => update({ id: skill, personIds: [id] }, admin, 'lk-skill')),
        update({ id, skillIds: skills }),
        update({ id, skillIds: skills }),
      ]);
      for (const answer of answers) expectSuccess(answer);
      expect((await detail(id)).skillIds).toEqual(skills);
      const [first = 0, second = 0] = skills;
      for (const answer of await Promise.all([update({ id, skillIds: [first] }), update({ id, skillIds: [second] })]))
        expectSuccess(answer);
      expect([[first], [second]]).toContainEqual((await detail(id)).skillIds);
    });

    it('cost a detail one statement each, and a page none', async () => {
      const skill = await add('lk-skill');
      const id = await add('lk-person', { skillIds: [skill] });
      const { token: none } = await aCaller(steward, codesOf('lkPerson', ALL), { tenantId: 0 });
      const count = async (path: string, token: string) => {
        await steward.client.get(path, token);
        const run = await statementsOf(steward.db, () => steward.client.get(path, token));
        return run.filter((sql) => sql.includes('lk_')).length;
      };
      const path = `/api/lk-person/detail/${id}`;
      // Skills, teams, labels, and people on both sides.
      expect((await count(path, admin)) - (await count(path, none))).toBe(5);
      for (let more = 0; more < 12; more++) await add('lk-person', { skillIds: [skill] });
      const ofPage = await statementsOf(steward.db, () =>
        steward.client.get('/api/lk-person/page?pageSize=50&name=n', admin),
      );
      expect(ofPage.filter((sql) => /lk_person_skill|lk_skill/.test(sql))).toEqual([]);
    });
  });

  it('are left out where the other side has no module, or no table any more', async () => {
    const isOther = ({ name }: Type) => name === 'LkSkillModule' || name === 'LkMemberModule';
    const steward = await startApp({
      storage: app.steward.storage,
      generated: modules.filter((module) => !isOther(module)),
    });
    try {
      const token = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
      const body = { name: 'alone', skillIds: [1], teamIds: [1] };
      const added = await steward.client.post<{ id: number }>('/api/lk-person/add', body, { token });
      expectSuccess(added);
      const { id } = added.body.data;
      const path = `/api/lk-person/detail/${id}`;
      const shown = (await steward.client.get<Person>(path, token)).body.data;
      expect(shown).toMatchObject({ name: 'alone', labelIds: [] });
      expect(shown).not.toHaveProperty('skillIds');
      expect(shown).not.toHaveProperty('teamIds');
      await steward.db.query('DROP TABLE lk_person_label');
      const left = await steward.client.get<Person>(path, token);
      expectSuccess(left);
      expect(left.body.data).not.toHaveProperty('labelIds');
      expectSuccess(await steward.client.call('PUT', '/api/lk-person/update', { token, body: { id, name: 'still' } }));
      expectSuccess(await steward.client.call('DELETE', `/api/lk-person/delete/${id}`, { token }));
    } finally {
      await steward.stop();
    }
  });

  it('bring a project made before what they need: the page goes, and its entry is hidden, once', async () => {
    await app.steward.db.query('DROP TABLE lk_friend');
    const save = (tableName: string, design: unknown) =>
      app.steward.client.call('PUT', '/api/generator/design', { token: app.admin, body: { tableName, design } });
    const entryOf = async () => (await menusOf(app.steward.db, 'lk-member'))[0]?.page;
    expectSuccess(await save('lk_member', { link: false }));
    const own = await app.generate('lk_member', { merge: true });
    expect(own.generated).toContain('console/src/pages/lk-member.page.vue');
    expect(await entryOf()).toMatchObject({ hidden: false });
    expect((await app.generate('lk_team', { merge: true })).failed).toEqual([]);
    const service = () => app.output.read('src/modules/lk-team/lk-team.service.ts');
    expect(service()).not.toContain('joins');
    expectSuccess(await save('lk_member', {}));
    const linked = await app.generate('lk_member', { merge: true });
    expect(linked.failed).toEqual([]);
    expect(app.output.files()).not.toContain('console/src/pages/lk-member.page.vue');
    expect(linked.menu).toMatchObject({ message: 'exists, hidden' });
    expect(await entryOf()).toMatchObject({ hidden: true });
    expectSuccess(await app.post('undo', {}));
    expect(app.output.files()).toContain('console/src/pages/lk-member.page.vue');
    expect(await entryOf()).toMatchObject({ hidden: false });
    expect((await app.generate('lk_member', { merge: true })).failed).toEqual([]);
    expect(await entryOf()).toMatchObject({ hidden: true });
    expect((await app.generate('lk_team', { merge: true })).failed).toEqual([]);
    expect(service()).toContain("table: 'lk_member'");
    await app.steward.db.manager.update(Menu, { path: '/lk-member' }, { hidden: false });
    await app.generate('lk_member', { merge: true });
    expect(await entryOf()).toMatchObject({ hidden: false });
  });
});
