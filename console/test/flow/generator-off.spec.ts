import { expect, heading, open, test } from '../support/test';

test.use({ settings: { GENERATOR_ENABLED: 'false' } });

test('a generator that is off says how to turn it on', async ({ page }) => {
  await open(page, '/development/generator');
  await expect(heading(page, 'Code generator')).toBeVisible();
  await expect(page.getByText('The code generator is off')).toBeVisible();
  await expect(page.getByText('GENERATOR_ENABLED=true')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});
