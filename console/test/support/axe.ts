import { type Page, expect, test } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * The findings of axe on a page: each violated rule with the element that violates it; and a page wider than its
 * window.
 */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } };
    const results = await axe.run({ runOnly: rules, resultTypes: ['violations'] });
    const found = results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [...found, `wider than the window: ${String(scrollWidth)} px`] : found;
  }, RULES);
}

/** The variants in which every screen is checked. */
export const LOOKS = [
  { colorScheme: 'light', locale: 'en-GB' },
  { colorScheme: 'dark', locale: 'zh-CN' },
] as const;

/** A screen, and what is done there before it is looked at. */
export interface AxeScreen {
  name: string;
  path: string;
  act?: (page: Page) => Promise<unknown>;
}

/**
 * Looks at screens on one page that is logged in: opening another for each took as long as looking at it.
 * @param shown selector of what is there once a screen's act is done
 */
export async function expectNoViolations(page: Page, screens: readonly AxeScreen[], shown: string): Promise<void> {
  test.setTimeout(screens.length * 30_000);
  for (const { name, path, act } of screens) {
    await test.step(name, async () => {
      await page.goto(`/console${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      if (act) {
        await act(page);
        await expect(page.locator(shown).first()).toBeVisible();
        await page.waitForLoadState('networkidle');
      }
      expect.soft(await violations(page), name).toEqual([]);
    });
  }
}

/** Makes the window as narrow as a phone; fails unless the page comes to fit. */
export async function fitPhone(page: Page): Promise<void> {
  const width = 390;
  await page.setViewportSize({ width, height: 800 });
  // The menu leaves a frame later.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}
