import { type Page, chromium } from '@playwright/test';
import { CHROMIUM } from '../../console/test/support/chromium.js';
import { Product } from '../../test/support/product.js';
import { logIn } from '../support/console.js';
import { type Measurement, below } from '../support/measurement.js';
import { fixed, median } from '../support/statistics.js';
import { withSteward } from '../support/steward.js';
import { runSql } from '../support/storage.js';

const TABLE =
  'CREATE TABLE demo_category (id INTEGER PRIMARY KEY, parent_id INTEGER NOT NULL DEFAULT 0, name VARCHAR(64))';

/** How many entries each entry of a level has below it. */
const LEVELS = [20, 20, 49];

/** Longest frame that nobody notices as a pause, in milliseconds. */
const MOST = 100;

/** Runs in the browser before everything else: keeps how long each long frame took. */
const WATCH = `window.longFrames = [];
  new PerformanceObserver((list) => window.longFrames.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'long-animation-frame' })`;

/** The page of a tree of 20,000 rows: its longest frames while it opens, is searched and scrolled. */
export const tree: Measurement = {
  name: 'tree',
  title: 'A generated page of a tree of 20,000 rows: longest frames, in milliseconds',
  run: async (storage, { rounds }) => {
    const product = new Product(TABLE);
    try {
      await product.build(['demo_category']);
      return await withSteward(
        storage,
        async (steward) => {
          const rows = entries();
          await runSql(storage, TABLE);
          for (let i = 0; i < rows.length; i += 500) {
            const values = rows.slice(i, i + 500).map(([id, parent]) => `(${id}, ${parent}, 'Category ${id}')`);
            await runSql(storage, `INSERT INTO demo_category (id, parent_id, name) VALUES ${values.join()}`);
          }
          const browser = await chromium.launch({
            executablePath: CHROMIUM,
            args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
          });
          const found = {
            open: [] as number[],
            unfold: [] as number[],
            search: [] as number[],
            scroll: [] as number[],
          };
          try {
            for (let round = 0; round < rounds; round++) {
              const context = await browser.newContext({ baseURL: steward.url });
              await logIn(context);
              const page = await context.newPage();
              await page.addInitScript(WATCH);
              await page.goto('/console/profile', { waitUntil: 'networkidle' });
              for (const [step, work] of Object.entries(STEPS)) found[step as Step].push(await longest(page, work));
              await context.close();
            }
          } finally {
            await browser.close();
          }
          const steps = Object.entries(found).map(([step, frames]) => [step, median(frames)] as const);
          return {
            columns: ['', ...steps.map(([step]) => step)],
            rows: [[`${rows.length} rows`, ...steps.map(([, frame]) => fixed(frame))]],
            targets: steps.map(([step, frame]) => below(`longest frame of ${step}`, frame, MOST, 'ms')),
          };
        },
        {},
        product.main,
      );
    } finally {
      product.remove();
    }
  },
};

type Step = keyof typeof STEPS;

/** What a person does with the page. */
const STEPS = {
  async open(page: Page): Promise<void> {
    await page.getByRole('navigation').getByRole('link', { name: 'Demo categories' }).click();
    await page
      .getByRole('treegrid')
      .getByRole('row')
      .nth(LEVELS[0] ?? 0)
      .waitFor();
  },
  async unfold(page: Page): Promise<void> {
    await page.getByRole('treegrid').getByRole('row').nth(1).focus();
    for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
  },
  async search(page: Page): Promise<void> {
    await page.getByRole('search').getByLabel('Name', { exact: true }).fill('Category 1');
    await page.getByRole('treegrid').getByText('Category 1', { exact: true }).waitFor();
  },
  async scroll(page: Page): Promise<void> {
    await page.getByRole('treegrid').hover();
    for (let i = 0; i < 20; i++) await page.mouse.wheel(0, 800);
  },
};

/** The longest frame of a step, once the page has settled; 50 ms if there was none longer. */
async function longest(page: Page, work: (page: Page) => Promise<void>): Promise<number> {
  await page.evaluate('void (window.longFrames = [])');
  await work(page);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
  return Math.max(50, ...(await page.evaluate<number[]>('window.longFrames')));
}

/** Ids with the ids of their parents, 0 at the top. */
function entries(): [id: number, parent: number][] {
  const all: [number, number][] = [];
  let above = [0];
  for (const count of LEVELS) {
    const level = above.flatMap((parent) => Array.from({ length: count }, () => parent));
    const begin = all.length;
    all.push(...level.map((parent, i): [number, number] => [begin + i + 1, parent]));
    above = level.map((_, i) => begin + i + 1);
  }
  return all;
}
