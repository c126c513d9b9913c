import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectSuccess } from '../support/checks.js';
import { GeneratorApp } from '../support/generator.js';

const id = 'integer PRIMARY KEY AUTOINCREMENT';
const PAGE = 'console/src/pages/pm-parcel.page.vue';
const TEXT = 'console/src/pages/pm-parcel.text.ts';

const COLUMNS = [
  'title varchar(64) NOT NULL',
  'receiver_name varchar(32) NOT NULL',
  'receiver_phone varchar(32)',
  'receiver_city varchar(32)',
  'receiver_street varchar(64)',
  'weight decimal(8,2)',
  'height int',
  'width int',
  'depth int',
  'carrier varchar(32)',
  'paid_at datetime',
  'sent_at datetime',
  'create_time datetime',
];

/** The names of the columns, as designs have them. */
const NAMES = COLUMNS.map((column) => column.slice(0, column.indexOf(' ')));

describe('a page that was generated before lists were short and forms had sections', () => {
  let app: GeneratorApp;
  const design = async (value: unknown) => {
    const body = { tableName: 'pm_parcel', design: value };
    expectSuccess(await app.steward.client.call('PUT', '/api/generator/design', { token: app.admin, body }));
  };
  const page = () => app.output.read(PAGE).replace(/\s+/g, ' ');
  const edit = (path: string, from: string, to: string) => {
    const file = join(app.output.path, path);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(from);
    writeFileSync(file, text.replace(from, to));
  };

  beforeAll(async () => {
    app = await GeneratorApp.start();
    await app.steward.db.query(`CREATE TABLE pm_parcel (id ${id}, ${COLUMNS.join(', ')})`);
    await app.steward.db.query(
      `CREATE TABLE pm_event (id ${id}, parcel_id int NOT NULL, note varchar(64), happened_at datetime)`,
    );
    const columns = Object.fromEntries(NAMES.map((name) => [name, { list: true, filter: true, group: null }]));
    await design({ columns, tabs: false });
    expect((await app.generate('pm_parcel')).failed).toEqual([]);
    expect(page()).not.toMatch(/first: false|group: |tabs: /);
    expect(page().match(/hidden: true/g)).toHaveLength(1);
    await design({});
  });
  afterAll(() => app.stop());

  it('gains all of it by a merge, beside what was written by hand', async () => {
    edit(PAGE, 'weight: { label: t.weight', 'weight: { label: t.weight, important: true');
    edit(TEXT, "carrier: 'Carrier'", "carrier: 'Sent by'");
    const { failed, merged } = await app.generate('pm_parcel', { merge: true });
    expect({ failed, merged: merged.toSorted() }).toEqual({ failed: [], merged: [PAGE, TEXT] });
    expect(page()).toContain('weight: { label: t.weight, important: true');
    expect(app.output.read(TEXT)).toContain("carrier: 'Sent by'");
    expect(page().match(/hidden: true/g)?.length).toBeGreaterThan(5);
    expect(page()).toMatch(/first: false/);
    expect(page().match(/group: t\.receiver/g)?.length).toBeGreaterThanOrEqual(4);
    expect(page()).toMatch(/tabs: \[ ?\{ path: '\/api\/pm-event', by: 'parcelId'/);
    expect(app.output.read(TEXT)).toMatch(/receiver\w*: 'Receiver'/);
  });

  it('stays as it is at the next', async () => {
    const before = app.output.contents();
    expect(await app.generate('pm_parcel', { merge: true })).toMatchObject({ overwritten: [], merged: [], failed: [] });
    expect(app.output.contents()).toEqual(before);
  });
});
