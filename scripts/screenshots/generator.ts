import type { Browser, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Product } from '../../test/support/product.js';
import { ADMIN, Service, WIDE, picture } from './service.js';

const TABLES = `
  CREATE TABLE demo_category (
    id integer PRIMARY KEY AUTOINCREMENT,
    name varchar(40) NOT NULL -- Name
  );
  CREATE TABLE demo_product (
    id integer PRIMARY KEY AUTOINCREMENT,
    name varchar(64) NOT NULL, -- Name
    category_id integer NOT NULL REFERENCES demo_category (id), -- Category
    price decimal(10,2) NOT NULL DEFAULT 0, -- Price
    status int NOT NULL DEFAULT 1, -- Status:1-available 2-reserved 3-withdrawn
    released date, -- Released
    create_time datetime,
    update_time datetime
  );
  CREATE TABLE demo_order (
    id integer PRIMARY KEY AUTOINCREMENT,
    product_id integer NOT NULL REFERENCES demo_product (id), -- Product
    amount int NOT NULL DEFAULT 1, -- Amount
    note varchar(200) -- Note
  )`;

const PRODUCTS = [
  ['Reading lamp', 1, '49.90', 1, '2026-03-02'],
  ['Desk, oak', 2, '420.00', 1, '2025-11-20'],
  ['Folding chair', 2, '35.50', 2, '2024-06-14'],
  ['Ceiling light', 1, '129.00', 1, '2026-01-09'],
  ['Bookend', 3, '12.25', 3, '2023-09-30'],
] as const;

const DTO = 'src/modules/demo-product/demo-product.dto.ts';

/** Starts a product on the database of its tables. */
function start({ main, database, copy }: Product): Promise<Service> {
  return Service.start(main, { DB_DATABASE: database, GENERATOR_OUTPUT_ROOT: copy.folder });
}

/** Makes a module and its table contradict each other: a hand edit shortens the name, and the table lengthens it. */
function contradict(shop: Product): void {
  const text = readFileSync(join(shop.copy.folder, DTO), 'utf8');
  shop.copy.write(DTO, text.replace('@Text(64)', '@Text(32)'));
  shop.query(`ALTER TABLE demo_product DROP COLUMN name;
    ALTER TABLE demo_product ADD COLUMN name varchar(128) NOT NULL DEFAULT '';
    ALTER TABLE demo_product ADD COLUMN weight int`);
}

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();

async function showDesign(page: Page): Promise<void> {
  await next(page);
  await page.getByRole('region', { name: 'Preview' }).scrollIntoViewIfNeeded();
}

async function showFiles(page: Page): Promise<void> {
  await next(page);
  await next(page);
  await page.getByRole('treeitem', { name: 'demo-order.dto.ts' }).click();
}

async function addRow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Standing desk');
}

async function showConflict(page: Page): Promise<void> {
  await next(page);
  await page.getByRole('radio', { name: 'Merge: keep what was written by hand' }).check();
  await next(page);
  await page.getByText('What is rendered now').first().waitFor({ timeout: 60_000 });
}

/** Takes the pictures of docs/generator.md: from a table to its page, and a merge with a conflict. */
export async function picturesOfGenerator(browser: Browser): Promise<void> {
  const shop = new Product(TABLES);
  await shop.build(['demo_category', 'demo_product'], {
    JWT_SECRET: 'insecure-secret-of-the-pictures-in-the-docs',
    ADMIN_PASSWORD: ADMIN.password,
  });
  const service = await start(shop);
  try {
    await service.logIn();
    for (const name of ['Lamps', 'Furniture', 'Other']) {
      await service.call('POST', '/api/demo-category/add', { name });
    }
    for (const [name, categoryId, price, status, released] of PRODUCTS) {
      await service.call('POST', '/api/demo-product/add', { name, categoryId, price, status, released });
    }
    const wizard = '/development/generator?table=demo_order';
    await picture(browser, service, 'generator-tables', `${wizard}&tableName=demo_`, WIDE);
    await picture(browser, service, 'generator-design', wizard, WIDE, showDesign);
    await picture(browser, service, 'generator-files', wizard, WIDE, showFiles);
    await picture(browser, service, 'generated-page', '/demo-product', WIDE);
    await picture(browser, service, 'generated-form', '/demo-product', WIDE, addRow);
    contradict(shop);
    await picture(
      browser,
      service,
      'generator-conflict',
      '/development/generator?table=demo_product',
      WIDE,
      showConflict,
    );
  } finally {
    await service.end();
    shop.remove();
  }
}
