import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { LOOKS, fitPhone, violations } from '../support/axe';
import { GeneratorPlace, serveDesign } from '../support/generator';
import { expect, open, test } from '../support/test';

const place = new GeneratorPlace();

test.use({ settings: place.settings });

// What is generated is compiled first.
test.setTimeout(180_000);

const PATH = '/development/generator';
const button = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name }).first();
const settled = (page: Page) => page.waitForLoadState('networkidle');
/** Scrolls to the top: elsewhere, controls may be half hidden by the edges of the window, and so too small. */
const toTop = (page: Page) => page.evaluate(() => window.scrollTo(0, 0));

for (const [number, look] of LOOKS.entries()) {
  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use(look);

    test('axe finds nothing: every step of the generator', async ({ page }) => {
      const [good, changed, blocked] = ['good', 'changed', 'blocked'].map((name) => `demo_${name}_${number}`);
      for (const table of [good, changed, blocked]) place.createTable(table!);
      const entityOf = (table: string) => `src/modules/${table}/${table}.entity.ts`.replaceAll('_', '-');
      place.write(entityOf(changed!), `@Entity('${changed}')\n`);
      mkdirSync(place.inRoot(entityOf(blocked!)), { recursive: true });

      await open(page, `${PATH}?tableName=no-such-table`);
      await expect(page.getByText(/Nothing matches|没有匹配的结果/)).toBeVisible();
      expect(await violations(page)).toEqual([]);

      await serveDesign(page);
      await open(page, `${PATH}?table=user&${[good, changed, blocked].map((table) => `table=${table}`).join('&')}`);
      await expect(page.getByRole('table')).toBeVisible();
      await settled(page);
      expect(await violations(page)).toEqual([]);

      await button(page, /^(Next|下一步)$/).click();
      await expect(page.getByText(/app:demoBlocked/)).toBeVisible();
      await page
        .getByText(/Columns, as|字段（实体定义）/)
        .first()
        .click();
      await page
        .getByRole('textbox', { name: /^(Module name|模块名)$/ })
        .first()
        .fill('No name');
      await page.keyboard.press('Tab');
      await expect(page.locator('[aria-invalid=true]')).toBeVisible();
      await settled(page);
      await toTop(page);
      expect(await violations(page)).toEqual([]);
      await expect(page.getByRole('table', { name: /^(Columns|字段)$/ })).toHaveCount(1);
      await page
        .getByText(/Labels, columns and rules|标签、字段与表规则/)
        .last()
        .click();
      await expect(page.getByRole('region', { name: blocked }).getByRole('table')).toHaveCount(2);
      await settled(page);
      await toTop(page);
      expect(await violations(page)).toEqual([]);
      await button(page, /user$/).click();

      await button(page, /^(Next|下一步)$/).click();
      await expect(page.getByRole('treeitem').filter({ hasText: '.controller.ts' })).toHaveCount(3);
      await settled(page);
      expect(await violations(page)).toEqual([]);
      for (const table of [changed, blocked]) {
        const item = page.getByRole('treeitem').filter({ hasText: entityOf(table!).split('/').at(-1)! });
        await item.click();
        await page.getByRole('checkbox', { name: /Write this file|写入此文件/ }).check();
        expect(await violations(page)).toEqual([]);
      }

      await button(page, /^(Generate|生成)$/).click();
      await expect(page.getByRole('progressbar')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      // Not its result: while an element is missing, Playwright describes the whole page each time that it looks.
      await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 120_000 });
      await expect(page.getByText(/1 of 3 tables failed|3 张表中有 1 张失败/)).toBeVisible();
      await settled(page);
      expect(await violations(page)).toEqual([]);

      await fitPhone(page);
      expect(await violations(page)).toEqual([]);
    });

    test('axe finds nothing: the columns of a table with its preview, and a design that is refused', async ({
      page,
    }) => {
      const table = `demo_columns_${number}`;
      place.createTable(table);
      await serveDesign(page);
      await page.setViewportSize({ width: 1280, height: 800 });
      await open(page, `${PATH}?table=${table}&step=names`);
      const preview = page.getByRole('region', { name: /^(Preview|预览)$/ });
      await expect(preview).toBeVisible();
      await page.getByText(/Names and rules|名称与规则/).click();
      await page.getByRole('textbox', { name: /^state(: Dictionary|：字典)$/ }).fill('wrong');
      await page.keyboard.press('Tab');
      await button(page, /^(Save design|保存设计)$/).click();
      await expect(page.getByRole('cell').getByRole('alert')).toBeVisible();
      await settled(page);
      await toTop(page);
      expect(await violations(page)).toEqual([]);
      await fitPhone(page);
      await expect(preview).toBeVisible();
      await toTop(page);
      expect(await violations(page)).toEqual([]);
    });

    test('axe finds nothing: a module that contradicts its table, and one that is not removed', async ({
      page,
      steward,
    }) => {
      const [torn, gone] = ['torn', 'gone'].map((name) => `demo_${name}_${number}`) as [string, string];
      [torn, gone].forEach(place.createTable);
      await (await steward.as()).post('/api/generator/batchGenerate', { tableNames: [torn, gone] });
      place.contradict(torn);
      place.query(`DROP TABLE ${gone}`);

      await open(page, `${PATH}?table=${torn}&tableName=${torn}`);
      await expect(page.getByRole('region', { name: /Modules without|没有数据表的模块/ })).toBeVisible();
      await settled(page);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('row').last().getByRole('button').click();
      await page.getByRole('menuitem').click();
      await page.getByRole('alertdialog').getByRole('button').last().click();
      await expect(page.getByRole('table', { name: /^(Reasons|原因)$/ })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');

      await button(page, /^(Next|下一步)$/).click();
      await page.getByRole('radio').nth(1).check();
      await button(page, /^(Next|下一步)$/).click();
      await expect(page.getByRole('radiogroup')).toBeVisible({ timeout: 90_000 });
      await settled(page);
      expect(await violations(page)).toEqual([]);
      await fitPhone(page);
      await toTop(page);
      expect(await violations(page)).toEqual([]);
    });
  });
}
