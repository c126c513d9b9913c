import type { ConfigItem } from '../../src/modules/config/config.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectData, expectNamed, expectSuccess } from '../support/checks.js';
import { aGroup, anItem, anItemBody, expectNoChange } from '../support/rows.js';

const CHOICES = '["light","dark"]';
const LABELLED = '[{"label":"Light","value":"light"},{"label":"Dark","value":"dark"}]';

/** Values of the wrong type or range, by member. */
const WRONG: Record<string, unknown[]> = {
  configId: [null, '1', 0, -1, 1.5, true, [1], {}, 2_147_483_647, 2 ** 31],
  key: [null, '', 7, true, ['x'], {}, 'x'.repeat(5000)],
  value: [null, 7, true, [], {}, 'x'.repeat(300_000)],
  options: [null, 7, true, ['a'], {}, '['.repeat(300_000)],
  type: [null, '', 7, 'checkbox', 'Select', ['input'], {}, '__proto__'],
  status: [null, 2, -1, '1', true, 0.5, [1], {}],
  sort: [null, '1', 1.5, true, [], {}, 2 ** 31],
};
const WRONG_MEMBERS = Object.entries(WRONG).flatMap(([member, values]) =>
  values.map((value): [string, unknown] => [member, value]),
);

describe('configuration items', () => {
  let steward: TestApp;
  let admin: string;
  let configId: number;
  beforeAll(async () => {
    steward = await startApp();
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    configId = (await aGroup(steward.db)).id;
  });
  afterAll(() => steward.stop());

  const call = <T = Record<string, unknown>>(method: string, operation: string, body?: unknown) =>
    steward.client.call<T>(method, `/api/config/item/${operation}`, { token: admin, body });
  const add = (values: object) => call('POST', 'add', { ...anItemBody(configId), ...values });
  const update = (body: object) => call('PUT', 'update', body);
  const detail = async (id: unknown) => (await call('GET', `detail/${id as number}`)).body.data;

  it('are stored as they are added, with sensible values for what is left out', async () => {
    const body = anItemBody(configId);
    const bare = await add(body);
    expectSuccess(bare);
    const blank = { value: '', options: '', type: 'input', status: 1, sort: 0 };
    expect(await detail(bare.body.data.id)).toMatchObject({ ...body, ...blank, id: bare.body.data.id });
    const full = { ...anItemBody(configId), value: 'dark', options: CHOICES, type: 'select', status: 0, sort: 4 };
    const added = await add(full);
    expectSuccess(added);
    expect(await detail(added.body.data.id)).toMatchObject(full);
  });

  it.each(['line\r\nfeed\ttab', `quotes ' " \` \\`, '😀 ü 中', '<script>', '字'.repeat(50_000), '  blanks  ', '%s%00'])(
    'keep a value as it is: %.20j',
    async (value) => {
      const added = await add({ value, type: 'textarea' });
      expectSuccess(added);
      expect(await detail(added.body.data.id)).toMatchObject({ value });
    },
  );

  it.each(WRONG_MEMBERS)('refuse by name in add: %s %.20j', async (member, value) => {
    await expectNoChange(steward.db, async () => expectNamed(await add({ [member]: value }), member));
  });

  it.each(WRONG_MEMBERS)('refuse by name in update: %s %.20j', async (member, value) => {
    const { id } = await anItem(steward.db);
    const other = member === 'sort' ? { value: 'changed' } : { sort: 9 };
    await expectNoChange(steward.db, async () => expectNamed(await update({ id, ...other, [member]: value }), member));
  });

  it.each(['configId', 'key'])('need %s in add', async (member) => {
    await expectNoChange(steward.db, async () => expectNamed(await add({ [member]: undefined }), member));
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuse the key %s', async (key) => {
    const { id } = await anItem(steward.db);
    await expectNoChange(steward.db, async () => {
      expectNamed(await add({ key }), key);
      expectNamed(await update({ id, sort: 9, key }), key);
    });
  });

  describe('keys', () => {
    it('are unique in their group and free in another', async () => {
      const one = await anItem(steward.db, { configId });
      const other = await anItem(steward.db, { configId });
      const elsewhere = await aGroup(steward.db);
      const added = await add({ configId: elsewhere.id, key: one.key });
      expectSuccess(added);
      await expectNoChange(steward.db, async () => {
        expectNamed(await add({ key: one.key }), 'key');
        expectNamed(await update({ id: other.id, sort: 9, key: one.key }), 'key');
        expectNamed(await update({ id: added.body.data.id, sort: 9, configId }), 'key');
      });
    });

    it('may move to a group that is free of them', async () => {
      const item = await anItem(steward.db);
      expectData(await update({ id: item.id, configId }), {});
      expect(await detail(item.id)).toMatchObject({ configId, key: item.key });
    });
  });

  describe('options', () => {
    it.each(['text', '{}', '"a"', '1', 'null', '[1]', '[null]', '["a",1]', '[["a"]]', '[{}]', '["a"', "['a']"])(
      'are refused: %s',
      async (options) => {
        const { id } = await anItem(steward.db);
        await expectNoChange(steward.db, async () => {
          for (const type of ['select', 'input']) {
            expectNamed(await add({ type, options, value: 'a' }), 'options');
            expectNamed(await update({ id, type, options, value: 'a' }), 'options');
          }
        });
      },
    );

    it.each<[object]>([[{ label: 'a' }], [{ value: 'a' }], [{ label: 1, value: 'a' }], [{ label: 'a', value: 1 }]])(
      'are refused with the entry %j',
      async (entry) => {
        const options = JSON.stringify([{ label: 'A', value: 'a' }, entry]);
        await expectNoChange(steward.db, async () =>
          expectNamed(await add({ type: 'select', options, value: 'a' }), 'options'),
        );
      },
    );
  });

  describe('the value of a select', () => {
    it.each([CHOICES, LABELLED])('is one of its options: %s', async (options) => {
      for (const value of ['light', 'dark']) expectSuccess(await add({ type: 'select', options, value }));
      const { id } = await anItem(steward.db, { type: 'select', options, value: 'light' });
      await expectNoChange(steward.db, async () => {
        for (const value of ['Light', 'blue', '', ' light', 'light,dark']) {
          expectNamed(await add({ type: 'select', options, value }), 'value');
          expectNamed(await update({ id, sort: 9, value }), 'value');
        }
      });
      expectData(await update({ id, value: 'dark' }), {});
      expect(await detail(id)).toMatchObject({ value: 'dark', options, type: 'select' });
    });

    it('is checked against new options, and on becoming a select', async () => {
      const select = await anItem(steward.db, { type: 'select', options: CHOICES, value: 'light' });
      const text = await anItem(steward.db, { type: 'input', options: CHOICES, value: 'blue' });
      await expectNoChange(steward.db, async () => {
        expectNamed(await update({ id: select.id, options: '["dark"]' }), 'value');
        expectNamed(await update({ id: select.id, options: '' }), 'value');
        expectNamed(await update({ id: text.id, type: 'select' }), 'value');
        expectNamed(await add({ type: 'select', value: 'light' }), 'value');
      });
      expectData(await update({ id: select.id, options: '["blue"]', value: 'blue' }), {});
      expectData(await update({ id: text.id, type: 'select', value: 'dark' }), {});
    });

    it('is free once it is no select', async () => {
      const { id } = await anItem(steward.db, { type: 'select', options: CHOICES, value: 'light' });
      expectData(await update({ id, type: 'textarea', value: 'anything' }), {});
      expect(await detail(id)).toMatchObject({ type: 'textarea', value: 'anything', options: CHOICES });
    });
  });

  describe('in page and list', () => {
    let group: number;
    beforeAll(async () => {
      group = (await aGroup(steward.db)).id;
      const rows: Partial<ConfigItem>[] = [
        { key: 'beta', value: '100%', sort: 2 },
        { key: 'alpha', value: '100x', sort: 1, status: 0 },
        { key: 'gamma_1', value: 'a\\b', sort: 1, type: 'textarea' },
        { key: 'gamma-1', value: "o'neil", sort: 0, type: 'image' },
      ];
      for (const row of rows) await anItem(steward.db, { ...row, configId: group });
    });
    const byDefault = ['gamma-1', 'alpha', 'gamma_1', 'beta'];

    it.each<[string, string[]]>([
      ['', byDefault],
      ['&key=gamma', ['gamma-1', 'gamma_1']],
      ['&key=gamma_', ['gamma_1']],
      ['&value=0%25', ['beta']],
      ['&value=\\', ['gamma_1']],
      ["&value='", ['gamma-1']],
      ['&type=input', ['alpha', 'beta']],
      ['&status=0', ['alpha']],
      ['&status=1&sort=1', ['gamma_1']],
      ["&key=' OR 1=1 --", []],
      ['&orderBy=key&order=asc', ['alpha', 'beta', 'gamma-1', 'gamma_1']],
      ['&orderBy=key&order=desc', ['gamma_1', 'gamma-1', 'beta', 'alpha']],
      ['&orderBy=config_id&order=desc', byDefault],
      ['&orderBy=key,value&order=asc', byDefault],
    ])('configId=…%s finds its rows in their order', async (query, expected) => {
      const list = await call<ConfigItem[]>('GET', `list?configId=${group}${query}`);
      expectData(
        list,
        expected.map((key) => expect.objectContaining({ key, configId: group }) as unknown),
      );
      const page = await call('GET', `page?pageSize=3&configId=${group}${query}`);
      expect(page.body.data).toMatchObject({ total: expected.length, pages: Math.ceil(expected.length / 3) });
      expect(page.body.data.records).toEqual(list.body.data.slice(0, 3));
    });

    it.each(['configId=x', 'configId=1.5', 'status=on', 'sort=1e3', 'startTime=abc', 'endTime=abc'])(
      '%s is refused by name',
      async (query) => {
        for (const operation of ['page', 'list']) {
          expectNamed(await call('GET', `${operation}?${query}`), query.split('=')[0] ?? '');
        }
      },
    );
  });
});
