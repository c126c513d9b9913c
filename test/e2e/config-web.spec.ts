import { Config, ConfigItem } from '../../src/modules/config/config.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectData, expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import type { Client } from '../support/client.js';
import { anItem, expectNoChange } from '../support/rows.js';

const SEEDED = ['siteName', 'siteLogo', 'siteDescription', 'siteCopyright', 'siteTheme', 'siteAccent'];

describe('the web configuration', () => {
  let steward: TestApp;
  let second: TestApp;
  let admin: string;
  let web: number;
  beforeAll(async () => {
    steward = await startApp();
    second = await startApp({ storage: steward.storage, clock: steward.clock });
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    web = (await steward.db.manager.findOneByOrFail(Config, { code: 'web' })).id;
  });
  afterAll(async () => {
    await second.stop();
    await steward.stop();
  });

  const index = async (client: Client = steward.client) => {
    const answer = await client.get<Record<string, string>>('/api/config/web/index', admin);
    expectSuccess(answer);
    return answer.body.data;
  };
  const save = (body: unknown, client: Client = steward.client) =>
    client.call('POST', '/api/config/web/save', { token: admin, body });
  const typeOf = (type: ConfigItem['type'], key: string) =>
    steward.db.manager.existsBy(ConfigItem, { configId: web, key, type, status: 1 });

  it('is seeded', async () => {
    expect(Object.keys(await index()).sort()).toEqual([...SEEDED].sort());
    const types = ['input', 'image', 'textarea', 'input', 'select', 'colour'] as const;
    expect(await Promise.all(SEEDED.map((key, i) => typeOf(types[i] ?? 'input', key)))).toEqual(SEEDED.map(() => true));
  });

  it('changes in the keys that are given alone', async () => {
    const before = await index();
    const changes = { siteName: 'Grüße "😀"\r\n', siteTheme: 'dark' };
    expectData(await save(changes), {});
    expect(await index()).toEqual({ ...before, ...changes });
    expectData(await save({ siteName: '' }), {});
    expect(await index()).toEqual({ ...before, ...changes, siteName: '' });
  });

  it.each([[{}], [undefined]])('takes the empty body %j', async (body) => {
    await expectNoChange(steward.db, async () => expectData(await save(body), {}));
  });

  it('has the enabled items of group web alone', async () => {
    const shown = await anItem(steward.db, { configId: web, value: 'shown' });
    const hidden = await anItem(steward.db, { configId: web, value: 'hidden', status: 0 });
    const foreign = await anItem(steward.db, { value: 'foreign' });
    const data = await index();
    expect(data).toMatchObject({ [shown.key]: 'shown' });
    expect(Object.keys(data)).not.toContain(hidden.key);
    expect(Object.keys(data)).not.toContain(foreign.key);
    await expectNoChange(steward.db, async () => {
      expectNamed(await save({ siteName: 'changed', [hidden.key]: 'x' }), hidden.key);
      expectNamed(await save({ [foreign.key]: 'x', siteName: 'changed' }), foreign.key);
    });
  });

  it.each(['unknown', 'SiteName', 'siteName ', '', 'toString', 'constructor', '__proto__', 'id', "x' OR '1'='1"])(
    'refuses the unknown key "%s", and all that comes with it',
    async (key) => {
      const [member, good] = [`${JSON.stringify(key)}:"x"`, '"siteName":"changed"'];
      await expectNoChange(steward.db, async () => {
        expectNamed(await save(`{${member}}`), key);
        expectNamed(await save(`{${good},${member}}`), key);
        expectNamed(await save(`{${member},${good}}`), key);
      });
    },
  );

  it.each([[null], [7], [true], [[]], [{}], [['x']], [{ value: 'x' }], ['x'.repeat(300_000)]])(
    'refuses a value by its key: %.20j',
    async (value) => {
      await expectNoChange(steward.db, async () => {
        expectNamed(await save({ siteName: 'changed', siteLogo: value }), 'siteLogo');
        expectNamed(await save({ siteLogo: value, siteName: 'changed' }), 'siteLogo');
      });
    },
  );

  it.each(['', 'blue', 'Dark', '["light","dark"]', 'light '])('refuses the theme "%s"', async (siteTheme) => {
    await expectNoChange(steward.db, async () =>
      expectNamed(await save({ siteName: 'changed', siteTheme }), 'siteTheme'),
    );
  });

  it.each(['yellow', '#ff0', '#ffff0g', 'ffff00', '#ffff00 ', '#ffff00\n', '#ffff0000', 'url(#a)', '#ffff00;'])(
    'refuses the accent colour %j',
    async (siteAccent) => {
      await expectNoChange(steward.db, async () =>
        expectNamed(await save({ siteName: 'changed', siteAccent }), 'siteAccent'),
      );
    },
  );

  it.each(['#3651c9', '#ABCDEF', ''])('takes the accent colour %j', async (siteAccent) => {
    expectData(await save({ siteAccent }), {});
    expect(await index()).toMatchObject({ siteAccent });
  });

  it('takes the values, not the labels, of a select', async () => {
    const options = '[{"label":"Left","value":"l"},{"label":"Right","value":"r"}]';
    const { key } = await anItem(steward.db, { configId: web, type: 'select', options, value: 'l' });
    await expectNoChange(steward.db, async () => expectNamed(await save({ [key]: 'Right' }), key));
    expectData(await save({ [key]: 'r' }), {});
    expect(await index()).toMatchObject({ [key]: 'r' });
  });

  it.each(['[]', '[{"siteName":"x"}]', '"siteName"', '7', 'true'])('refuses the body %s', async (body) => {
    await expectNoChange(steward.db, async () => expectFailure(await save(body)));
  });

  it('is read on another instance at once, both ways', async () => {
    const pairs = [
      [steward.client, second.client],
      [second.client, steward.client],
    ] as const;
    for (let round = 0; round < 10; round++) {
      for (const [i, [writer, reader]] of pairs.entries()) {
        const siteName = `round ${round}-${i}`;
        expectData(await save({ siteName }, writer), {});
        expect(await index(reader)).toMatchObject({ siteName });
      }
    }
  });

  it('follows its items at once', async () => {
    const { id, key } = await anItem(steward.db, { configId: web, value: 'old' });
    const change = (body: object) =>
      steward.client.call('PUT', '/api/config/item/update', { token: admin, body: { id, ...body } });
    expectSuccess(await change({ value: 'new' }));
    expect(await index(second.client)).toMatchObject({ [key]: 'new' });
    expectSuccess(await change({ status: 0 }));
    expect(Object.keys(await index(second.client))).not.toContain(key);
    expectNamed(await save({ [key]: 'x' }, second.client), key);
  });

  it('is whole after 20 saves at once', async () => {
    const values = Array.from({ length: 20 }, (_, i) => `save ${i}`);
    const bodies = values.map((value, i) => {
      const entries = ['siteName', 'siteDescription', 'siteCopyright'].map((key) => [key, value]);
      return Object.fromEntries(i % 2 ? entries : entries.reverse()) as object;
    });
    for (const answer of await Promise.all(bodies.map((body) => save(body)))) expectData(answer, {});
    const { siteName, siteDescription, siteCopyright } = await index();
    expect(values).toContain(siteName);
    expect([siteDescription, siteCopyright]).toEqual([siteName, siteName]);
  });
});
