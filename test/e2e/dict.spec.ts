import { Dict, DictItem } from '../../src/modules/dict/dict.entity.js';
import type { TestApp } from '../support/app.js';
import { expectData, tally } from '../support/checks.js';
import { NO_STATUS, NO_TEXT, NO_WHOLE, Resource, type Shown, behavesAsResource } from '../support/resource.js';

let serial = 0;
const aDict = () => ({ name: `Dictionary ${++serial}`, code: `dict-${serial}` });

describe('dictionaries', () => {
  const dicts = new Resource('/api/dict');
  beforeAll(() => dicts.start());
  afterAll(() => dicts.steward.stop());

  behavesAsResource(dicts, {
    least: aDict,
    most: () => ({ ...aDict(), status: 0, sort: -3, remark: 'Größe "ü" 😀' }),
    entity: Dict,
    defaults: { status: 1, sort: 0, remark: '' },
    required: ['name', 'code'],
    wrong: {
      name: ['', ...NO_TEXT],
      code: ['', ' x', 'x ', ...NO_TEXT],
      status: NO_STATUS,
      sort: NO_WHOLE,
      remark: NO_TEXT,
    },
    longest: { name: 64, code: 128, remark: 255 },
    unique: 'code',
    order: {
      by: 'name',
      filter: 'code=srch',
      expected: ['c', 'a', 'd', 'b'],
      rows: [
        { code: 'srch-1', name: 'a', sort: 1 },
        { code: 'srch-2', name: 'b', sort: 2 },
        { code: 'srch-3', name: 'c', sort: 0 },
        { code: 'srch-4', name: 'd', sort: 1 },
      ],
    },
    wrongFilters: ['status=on', 'sort=1.5'],
  });

  it.each([
    ['code=100%25', ['f-100%']],
    ['code=f-_', ['f-_']],
    ['code=f-\\', ['f-\\']],
    ["code=f-'", ["f-'"]],
    ["code=f' OR 1=1 --", []],
    ['name=filtered&status=0', ['f-_']],
    ['name=filtered&sort=2', ['f-\\']],
    ['remark=some remark', ["f-'"]],
  ])('are found by %s', async (query, expected) => {
    const rows = [
      { code: 'f-100%' },
      { code: 'f-_', status: 0 },
      { code: 'f-\\', sort: 2 },
      { code: "f-'", remark: 'with some remark' },
    ];
    if ((await dicts.list('name=filtered')).length === 0) {
      for (const row of rows) await dicts.added({ name: 'filtered', ...row });
    }
    expect((await dicts.list(query)).map(({ code }) => code)).toEqual(expected);
  });
});

describe('dictionary items', () => {
  const items = new Resource('/api/dict/item');
  const dicts = new Resource('/api/dict', items);
  let dictId: number;
  beforeAll(async () => {
    await items.start();
    dictId = await dicts.added(aDict());
  });
  afterAll(() => items.steward.stop());

  const anItem = () => ({ dictId, label: `Label ${++serial}`, value: `value-${serial}` });
  const addDict = async (values: object = {}) => {
    const body = { ...aDict(), ...values };
    return { code: body.code, id: await dicts.added(body) };
  };

  behavesAsResource(items, {
    least: anItem,
    most: () => ({ ...anItem(), labelEn: 'Green', labelZh: '绿色', status: 0, sort: 7 }),
    entity: DictItem,
    defaults: { labelEn: '', labelZh: '', status: 1, sort: 0, dictIdLabel: expect.any(String) as string },
    required: ['dictId', 'label', 'value'],
    wrong: {
      dictId: [...NO_WHOLE, 0, -1, 2_147_483_647],
      label: ['', ...NO_TEXT],
      labelEn: NO_TEXT,
      labelZh: NO_TEXT,
      value: ['', ...NO_TEXT],
      status: NO_STATUS,
      sort: NO_WHOLE,
    },
    longest: { label: 128, labelEn: 128, labelZh: 128, value: 128 },
    order: {
      by: 'label',
      filter: 'value=srch',
      expected: ['c', 'a', 'd', 'b'],
      rows: [
        { value: 'srch-1', label: 'a', sort: 1 },
        { value: 'srch-2', label: 'b', sort: 2 },
        { value: 'srch-3', label: 'c', sort: 0 },
        { value: 'srch-4', label: 'd', sort: 1 },
      ],
    },
    wrongFilters: ['dictId=x', 'status=on', 'sort=1.5'],
  });

  it('keep their dictionary from being deleted, and the answer names one', async () => {
    const [empty, used] = [await addDict(), await addDict()];
    const item = { ...anItem(), dictId: used.id };
    const id = await items.added(item);
    await dicts.refused(
      item.label,
      () => dicts.delete(used.id),
      () => dicts.batchDelete([empty.id, used.id]),
    );
    expectData(await items.delete(id), {});
    expectData(await dicts.batchDelete([empty.id, used.id]), {});
  });

  it('never outlive their dictionary where both requests arrive at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await addDict();
      const answers = await Promise.all([items.add({ ...anItem(), dictId: id }), dicts.delete(id)]);
      expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 2 });
      expect(answers.filter(({ body }) => body.ok)).toHaveLength(1);
    }
  });

  describe('of /api/dict/data', () => {
    let app: TestApp;
    let token: string;
    beforeAll(async () => {
      app = items.steward;
      token = (await app.client.login((await app.make.aUser()).username, 'a quiet river')).access_token;
    });
    const data = (code: string) => app.client.get<Shown[]>(`/api/dict/data/${encodeURIComponent(code)}`, token);

    it('are the enabled ones in their order, for every user who is logged in', async () => {
      const { id, code } = await addDict({ code: 'grün/1' });
      for (const [value, values] of Object.entries({
        b: { sort: 2 },
        a: { sort: 1 },
        off: { status: 0 },
        c: { sort: 2 },
      })) {
        await items.added({ dictId: id, label: value, value, ...values });
      }
      await items.added(anItem());
      const answer = await data(code);
      const shown = ['a', 'b', 'c'].map((value) => expect.objectContaining({ value, label: value }) as object);
      expectData(answer, shown);
    });

    it('are none of an unknown, disabled or empty dictionary', async () => {
      const disabled = await addDict({ status: 0 });
      await items.added({ ...anItem(), dictId: disabled.id });
      const empty = await addDict();
      for (const code of ['nowhere', "' OR 1=1 --", '%', disabled.code, empty.code]) expectData(await data(code), []);
    });

    it('show a change on the next request', async () => {
      const { id, code } = await addDict();
      const item = await items.added({ ...anItem(), dictId: id });
      expect((await data(code)).body.data).toHaveLength(1);
      expectData(await items.update({ id: item, status: 0 }), {});
      expectData(await data(code), []);
      expectData(await items.update({ id: item, status: 1 }), {});
      expectData(await dicts.update({ id, status: 0 }), {});
      expectData(await data(code), []);
    });
  });
});
