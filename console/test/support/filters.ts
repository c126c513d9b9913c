import { type Locator, type Page, expect } from '@playwright/test';

/** The filters of the page's first table. */
export function filtersOf(page: Page): Locator {
  return page.getByRole('search', { name: 'Filters' });
}

/** Adds a filter unless it is shown already. */
export async function showFilter(page: Page, label: string): Promise<void> {
  const filters = filtersOf(page);
  await expect(filters).toBeVisible();
  if ((await filters.getByLabel(label, { exact: true }).count()) > 0) return;
  await filters.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('option', { name: label, exact: true }).click();
}
