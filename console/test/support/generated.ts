/** The flow of every generated page: from the menu to a row that is added, found, changed, exported and deleted. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Locator } from '@playwright/test';
import Database from 'better-sqlite3';
import { inSentence } from '../../src/text/in-sentence';
import { showFilter } from './filters';
import type { Api, Steward } from './steward';
import { expect, heading, open, test } from './test';

/** A field of the form, and how it is filled in. */
type FieldOfPage = { label: string } & (
  | { value: string }
  /** The label of an option of a `<select>`. */
  | { choice: string }
  | { radio: string }
  /** The label of one of several options that can be picked. */
  | { option: string }
  /** The path of the resource whose rows are offered. */
  | { reference: string }
);

/** A table that rows refer to by its key. */
interface Target {
  /** The path of its module, if it has one. */
  path: string;
  table: string;
  key: string;
  /** A value that the key can have. */
  value: string | number;
  /** Other columns that are read: the name of a row, and its mark of deletion. */
  others?: string[];
  /** The column with the tenant of a row. */
  tenant?: string;
}

/** What the flow needs to know about a page. */
export interface PageShape {
  /** Name of the page in the menu. */
  heading: string;
  /** Heading of the page, if it is another. */
  shown?: string;
  /** What one row is called. */
  label: string;
  component: string;
  /** Path of the page, if it is not called like the component. */
  path?: string;
  /** The fields that a row needs; none if rows cannot be added. */
  fields: FieldOfPage[];
  /** The tables that its rows refer to. */
  targets?: Target[];
  /** Items of the dictionaries that the page shows, by code: labels by value. */
  dicts?: Record<string, Record<string, string>>;
  /** Label of the field by which a row is found, and of its filter. */
  found?: string;
  /** A field that is changed, with its new value. */
  changed?: { label: string; value: string };
}

/** Describes the flow test of a generated page. */
export function behavesAsPage(shape: PageShape): void {
  test(`the life of a row of ${shape.heading}`, async ({ page, steward }) => {
    const admin = await steward.as();
    await prepare(steward, admin, shape);
    const missing = await withoutModule(admin, shape.targets ?? []);
    for (const target of missing) addRow(steward, target);
    const keys = new Map(missing.map(({ path, value }) => [path, String(value)]));
    for (const field of shape.fields)
      if ('reference' in field && !keys.has(field.reference)) await needRow(admin, field.reference);

    await open(page, '/');
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: shape.heading, exact: true })
      .click();
    const shown = shape.shown ?? shape.heading;
    await expect(heading(page, shown)).toBeVisible();
    await expect(page.getByText('Nothing here yet')).toBeVisible();
    // The rows of a tree are a grid.
    const tables = ['table', 'treegrid'] as const;
    const [table, tree] = tables.map((role) => page.getByRole(role, { name: shown, exact: true }));
    const rows = table!.or(tree!).getByRole('row');
    if (shape.fields.length === 0) return;

    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const adding = page.getByRole('dialog', { name: `Add ${inSentence(shape.label)}` });
    for (const field of shape.fields) await fill(adding, field, keys);
    await adding.getByRole('button', { name: 'Save' }).click();
    await expect(adding).toHaveCount(0);
    await expect(rows).toHaveCount(2);

    const value = shape.fields.flatMap((field) => (field.label === shape.found && 'value' in field ? field.value : []));
    if (shape.found !== undefined && value[0] !== undefined) {
      await showFilter(page, shape.found);
      const filter = page.getByRole('search').getByRole('searchbox', { name: shape.found, exact: true });
      await filter.fill('nothing has this');
      await expect(page.getByText('Nothing matches')).toBeVisible();
      await filter.fill(value[0]);
      await expect(rows).toHaveCount(2);
      await page.getByRole('search').getByRole('button', { name: 'Reset' }).click();
    }
    if (shape.changed) {
      await rows.nth(1).getByRole('button', { name: 'Edit', exact: true }).click();
      const editing = page.getByRole('dialog', { name: `Edit ${inSentence(shape.label)}` });
      await editing.getByLabel(shape.changed.label, { exact: true }).fill(shape.changed.value);
      await editing.getByRole('button', { name: 'Save' }).click();
      await expect(editing).toHaveCount(0);
      await expect(rows.nth(1)).toContainText(shape.changed.value);
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);

    await rows.nth(1).getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Nothing here yet')).toBeVisible();
  });
}

/** Gives the service the tables of the generated modules, and the page its menu entry and its dictionaries. */
async function prepare(
  steward: Steward,
  admin: Api,
  { heading: name, component, path = `/${component}`, dicts = {} }: PageShape,
): Promise<void> {
  execFileSync(process.execPath, [fileURLToPath(new URL('tables.js', import.meta.url)), steward.database]);
  const there = await admin.get<{ component: string }[]>('/api/menu/list');
  if (there.some((menu) => menu.component === component)) return;
  for (const [code, items] of Object.entries(dicts)) {
    const { id: dictId } = await admin.post<{ id: number }>('/api/dict/add', { name: code.slice(0, 64), code });
    for (const [value, label] of Object.entries(items)) {
      await admin.post('/api/dict/item/add', { dictId, value, label });
    }
  }
  await admin.post('/api/menu/add', { name, type: 1, path, component });
}

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  minimum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** The tables for which the API has no resource, because no module was generated for them. */
async function withoutModule(admin: Api, targets: Target[]): Promise<Target[]> {
  if (targets.length === 0) return [];
  const { paths } = await admin.description<{ paths: Record<string, unknown> }>();
  return targets.filter(({ path }) => paths[`${path}/options`] === undefined);
}

/** Gives the service a table that is referred to and has no module, with one row. */
function addRow(steward: Steward, { table, key, value, others = [], tenant }: Target): void {
  const db = new Database(steward.database, { timeout: 10_000 });
  const escaped = (name: string) => `"${name.replaceAll('"', '""')}"`;
  const columns = [key, ...others, ...(tenant === undefined ? [] : [tenant])];
  db.exec(
    `CREATE TABLE IF NOT EXISTS ${escaped(table)} (${columns.map(escaped).join(', ')}, PRIMARY KEY (${escaped(key)}))`,
  );
  const values = columns.map((name) => (name === key ? value : name === tenant ? 0 : null));
  db.prepare(`INSERT OR REPLACE INTO ${escaped(table)} VALUES (${values.map(() => '?').join(', ')})`).run(...values);
  db.close();
}

/** Makes sure that a row can be chosen: if there is none, adds one with only the members that the API requires. */
async function needRow(admin: Api, path: string): Promise<void> {
  if ((await admin.get<unknown[]>(`${path}/options`)).length > 0) return;
  const { paths, components } = await admin.description<{
    paths: Record<string, { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }>;
    components: { schemas: Record<string, Schema> };
  }>();
  const resolve = (schema: Schema | undefined): Schema =>
    components.schemas[schema?.$ref?.split('/').at(-1) ?? ''] ?? schema ?? {};
  const body = resolve(paths[`${path}/add`]?.post.requestBody.content['application/json'].schema);
  const members = (body.required ?? []).map((name) => [name, leastOf(resolve(body.properties?.[name]))]);
  await admin.post(`${path}/add`, Object.fromEntries(members) as object);
}

function leastOf({ type, format, enum: values, minimum = 1 }: Schema): unknown {
  if (values?.length) return values[0];
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  if (type === 'integer' || type === 'number') return minimum;
  if (format === 'date') return '2026-01-31';
  return format === 'date-time' ? '2026-01-31T08:30:00Z' : '1';
}

/** @param keys the keys to type of rows that no module offers, by path */
async function fill(form: Locator, field: FieldOfPage, keys: ReadonlyMap<string, string>): Promise<void> {
  const control = form.getByLabel(field.label, { exact: true });
  if ('value' in field) return control.fill(field.value);
  if ('radio' in field) return control.getByRole('radio', { name: field.radio }).check();
  if ('choice' in field) return void (await control.selectOption({ label: field.choice }));
  const key = 'reference' in field ? keys.get(field.reference) : undefined;
  if (key !== undefined) return control.fill(key);
  await control.click();
  const options = form.page().getByRole('option');
  await ('option' in field ? options.filter({ hasText: field.option }) : options.filter({ hasNotText: /^None$/ }))
    .first()
    .click();
}
