import { type Page, test as base, expect } from '@playwright/test';
import { serveGallery } from '../gallery/serve.ts';
import { fitPhone, violations } from '../support/axe';

const test = base.extend<{ gallery: Page; part: (name: string) => ReturnType<Page['locator']> }, { url: string }>({
  url: [
    // eslint-disable-next-line no-empty-pattern -- what Playwright asks for
    async ({}, use) => {
      const { url, close } = await serveGallery();
      await use(url);
      await close();
    },
    { scope: 'worker' },
  ],
  /** The gallery, opened under the console's policy; a page with an error or a violation fails. */
  gallery: async ({ page, url }, use) => {
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
    await page.route('**/missing.png*', (route) => route.fulfill({ contentType: 'image/png', body: '' }));
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await use(page);
    expect(wrong).toEqual([]);
  },
  part: async ({ gallery }, use) => {
    await use((name) => gallery.locator(`[data-part="${name}"]`));
  },
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in ${colorScheme}`, async ({ gallery }) => {
    await gallery.emulateMedia({ colorScheme });
    expect(await violations(gallery)).toEqual([]);
  });

  test(`axe finds nothing in an open list in ${colorScheme}`, async ({ gallery }) => {
    await gallery.emulateMedia({ colorScheme });
    await gallery.getByRole('combobox', { name: 'City', exact: true }).click();
    await expect(gallery.getByRole('listbox').getByRole('option')).toHaveCount(100);
    expect(await violations(gallery)).toEqual([]);
  });
}

test('axe finds nothing in Chinese', async ({ gallery }) => {
  await gallery.evaluate(() => localStorage.setItem('steward.language', 'zh'));
  await gallery.reload();
  await expect(gallery.getByRole('button', { name: '全部展开' })).toBeVisible();
  expect(await violations(gallery)).toEqual([]);
});

test('fits on a phone', async ({ gallery }) => {
  await fitPhone(gallery);
  expect(await violations(gallery)).toEqual([]);
});

test.describe('a form with sections', () => {
  const opened = async (gallery: Page) => {
    await gallery.getByRole('button', { name: 'Add an order' }).click();
    const form = gallery.getByRole('dialog', { name: 'Add order' });
    await expect(form.getByRole('textbox', { name: 'Order SN' })).toBeFocused();
    return form;
  };

  test('lists them at its side, moves the focus there, and marks the one in sight', async ({ gallery }) => {
    const form = await opened(gallery);
    const nav = form.getByRole('navigation', { name: 'Sections' });
    await expect(nav.getByRole('link')).toHaveText(['General', 'Receiver', 'Bill', 'Payment', 'Texts']);
    const current = nav.locator('[aria-current]');
    await expect(current).toHaveText('General');
    await nav.getByRole('link', { name: 'Bill' }).focus();
    await gallery.keyboard.press('Enter');
    await expect(current).toHaveText('Bill');
    await gallery.keyboard.press('Tab');
    await expect(form.getByRole('group', { name: 'Bill' }).getByRole('combobox', { name: 'Bill type' })).toBeFocused();
    await nav.getByRole('link', { name: 'Texts' }).click();
    await expect(current).toHaveText('Texts');
    await gallery.keyboard.press('Tab');
    await expect(form.getByRole('textbox', { name: 'Summary' })).toBeFocused();
    await nav.getByRole('link', { name: 'General' }).click();
    await gallery.keyboard.press('Tab');
    await expect(form.getByRole('textbox', { name: 'Order SN' })).toBeFocused();
    await form.getByRole('textbox', { name: 'Receiver city' }).focus();
    await expect(current).toHaveText('Receiver');
    await expect(form.getByRole('textbox', { name: 'Price' })).toHaveAccessibleDescription('without tax');
    // A page has no row that the address of a section could name.
    expect(new URL(gallery.url()).hash).toBe('');
  });

  test('has two columns in a wide window, and one on a phone', async ({ gallery }) => {
    const form = await opened(gallery);
    const [name, phone] = ['Receiver name', 'Receiver phone'].map((label) =>
      form.getByRole('textbox', { name: label }),
    );
    const places = async () => [(await name!.boundingBox())!, (await phone!.boundingBox())!] as const;
    const [left, right] = await places();
    expect(right.x).toBeGreaterThan(left.x + left.width);
    await gallery.setViewportSize({ width: 390, height: 800 });
    await expect(form.getByRole('navigation')).toBeHidden();
    const [first, second] = await places();
    expect(second.x).toBe(first.x);
    expect(first.width).toBeGreaterThan(300);
    expect(await violations(gallery)).toEqual([]);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`has nothing that axe finds in ${colorScheme}`, async ({ gallery }) => {
      await gallery.emulateMedia({ colorScheme });
      await opened(gallery);
      expect(await violations(gallery)).toEqual([]);
    });
  }

  test('gives the details of a row the same sections, on a phone with values below their labels', async ({
    gallery,
    part,
  }) => {
    const facts = part('long-form').locator('.facts');
    await expect(facts.getByRole('heading', { level: 3 })).toHaveText(['Receiver', 'Bill', 'Payment', 'Texts']);
    await gallery.setViewportSize({ width: 390, height: 800 });
    const label = (await facts.getByText('Receiver address').boundingBox())!;
    const value = (await facts.getByText('Long Street 12').boundingBox())!;
    expect(value.y).toBeGreaterThanOrEqual(label.y + label.height);
    expect(value.width).toBeGreaterThan(250);
  });
});

test('a row on a phone has a long value below its label, and a short one beside it', async ({ gallery, part }) => {
  await gallery.setViewportSize({ width: 390, height: 800 });
  const [long, short] = await Promise.all(
    ['Notes', 'Tax'].map((label) =>
      part('kinds')
        .locator(`.crud-table td[data-label="${label}"]`)
        .first()
        .evaluate((cell) => {
          const value = document.createRange();
          value.selectNodeContents(cell);
          const [outer, inner] = [cell.getBoundingClientRect(), value.getBoundingClientRect()];
          return { below: inner.top - outer.top, beside: inner.left - outer.left };
        }),
    ),
  );
  expect(long!.below).toBeGreaterThan(15);
  expect(long!.beside).toBeLessThan(20);
  expect(short!.below).toBeLessThan(15);
  expect(short!.beside).toBeGreaterThan(150);
});

test.describe('time', () => {
  test('says when, and exactly when in its title and when copied', async ({ gallery, part, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const times = part('time').getByRole('time');
    await expect(times.first()).toHaveText('3 minutes ago');
    const dated = times.nth(1);
    await expect(dated).toHaveText('29 Mar 2026, 03:30');
    await expect(dated).toHaveAttribute('title', '29 Mar 2026, 03:30:00 CEST (2026-03-29 01:30:00 UTC)');
    await dated.selectText();
    await gallery.keyboard.press('Control+c');
    expect(await gallery.evaluate(() => navigator.clipboard.readText())).toContain('(2026-03-29 01:30:00 UTC)');
  });
});

test.describe('copy', () => {
  for (const secure of [true, false]) {
    test(secure ? 'copies' : 'copies without a clipboard', async ({ gallery, part, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      if (!secure) {
        await gallery.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
        await gallery.reload();
      }
      const button = part('small').getByRole('button', { name: 'Copy the text' });
      await button.press('Enter');
      await expect(gallery.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
      await expect(button).toBeFocused();
      await part('combobox').getByRole('combobox', { name: 'Person' }).focus();
      await gallery.keyboard.press('Control+v');
      await expect(part('combobox').getByRole('combobox', { name: 'Person' })).toHaveValue('what is copied');
    });
  }
});

test('a switch is switched unless it is busy', async ({ part }) => {
  const status = part('small').getByRole('switch', { name: 'Status of wendy' });
  await status.press('Space');
  await expect(status).not.toBeChecked();
  await status.click();
  await expect(status).toBeChecked();
  const busy = part('small').getByRole('switch', { name: 'Busy' });
  await busy.press('Enter');
  await expect(busy).toBeChecked();
});

test.describe('combobox', () => {
  test('finds one of many by keyboard', async ({ gallery, part }) => {
    const city = part('combobox').getByRole('combobox', { name: 'City', exact: true });
    const options = gallery.getByRole('listbox').getByRole('option');
    await city.focus();
    await city.press('ArrowDown');
    await expect(options).toHaveCount(100);
    await expect(part('combobox').getByText('100 of 2000 shown')).toBeVisible();
    await expect(gallery.getByRole('listbox').getByRole('option', { selected: true })).toHaveText('City 2');
    await city.pressSequentially('199');
    await expect(options).toHaveText([
      'City 199',
      'City 1199',
      'City 1990',
      /City 1991/,
      /2/,
      /3/,
      /4/,
      /5/,
      /6/,
      /7/,
      /8/,
      /9/,
    ]);
    await city.press('ArrowDown');
    await city.press('Enter');
    await expect(city).toHaveValue('City 1199');
    await expect(options).toHaveCount(0);
    await expect(part('combobox').getByRole('status', { name: 'Chosen' })).toHaveText('1198||a,c|');
  });

  test('leaves what was chosen when something else was only typed', async ({ part }) => {
    const city = part('combobox').getByRole('combobox', { name: 'City', exact: true });
    await city.fill('nowhere');
    await expect(part('combobox').getByText('Nothing matches')).toBeVisible();
    await city.press('Enter');
    await city.press('Escape');
    await expect(city).toHaveValue('City 2');
    await city.fill('');
    await city.press('Tab');
    await expect(city).toHaveValue('City 2');
  });

  test('asks the service, shows its failure, and can be cleared', async ({ gallery, part }) => {
    const person = part('combobox').getByRole('combobox', { name: 'Person' });
    await expect(person).toHaveAccessibleDescription('Found by the service');
    await person.pressSequentially('an');
    await expect(gallery.getByRole('listbox').getByRole('option')).toHaveText(['Ann', 'Anton']);
    await gallery.getByRole('listbox').getByRole('option', { name: 'Anton' }).click();
    await expect(person).toHaveValue('Anton');
    await expect(person).toBeFocused();
    await part('combobox').getByRole('button', { name: 'Clear' }).click();
    await expect(person).toHaveValue('');
    await expect(person).toBeFocused();
    await person.fill('fail');
    await expect(part('combobox').getByText('The search failed')).toBeVisible();
  });

  test('takes nothing that was found for another text', async ({ gallery, part }) => {
    await gallery.clock.install();
    const person = part('combobox').getByRole('combobox', { name: 'Person' });
    await person.fill('an');
    await expect(gallery.getByRole('listbox').getByRole('option')).toHaveText(['Ann', 'Anton']);
    await gallery.clock.pauseAt(Date.now() + 3_600_000);
    await person.fill('berta');
    await person.press('Enter');
    await expect(person).toHaveValue('berta');
    await gallery.clock.runFor(1000);
    await expect(gallery.getByRole('listbox').getByRole('option')).toHaveText(['Berta']);
    await person.press('Enter');
    await expect(person).toHaveValue('Berta');
  });

  test('chooses several, and takes them away', async ({ gallery, part }) => {
    const roles = part('combobox').getByRole('combobox', { name: 'Roles', exact: true });
    const chosen = part('combobox').getByRole('status', { name: 'Chosen' });
    await roles.focus();
    await roles.press('ArrowDown');
    await expect(gallery.getByRole('listbox').getByRole('option', { selected: true })).toHaveCount(2);
    await roles.press('ArrowDown');
    await roles.press('Enter');
    await expect(chosen).toHaveText('1||a,c,b|');
    await roles.press('Backspace');
    await expect(chosen).toHaveText('1||a,c|');
    await roles.press('Escape');
    await part('combobox').getByRole('button', { name: 'Remove Administrator' }).press('Enter');
    await expect(chosen).toHaveText('1||c|');
    await expect(roles).toBeFocused();
    await roles.fill('admin');
    await roles.press('Enter');
    await expect(chosen).toHaveText('1||c,a|');
  });

  test('works in a dialog, where Escape closes the list first', async ({ gallery, part }) => {
    await part('combobox').getByRole('button', { name: 'Open the dialog' }).click();
    const dialog = gallery.getByRole('dialog', { name: 'Choose' });
    const city = dialog.getByRole('combobox', { name: 'City of the dialog' });
    await city.fill('1234');
    await expect(gallery.getByRole('listbox').getByRole('option')).toHaveText('City 1234');
    await city.press('Escape');
    await expect(gallery.getByRole('listbox').getByRole('option')).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await city.fill('77');
    await gallery.getByRole('listbox').getByRole('option', { name: 'City 777', exact: true }).click();
    await expect(city).toHaveValue('City 777');
    expect(await violations(gallery)).toEqual([]);
    await city.press('Escape');
    await expect(dialog).toBeHidden();
  });
});

test.describe('days and times', () => {
  test('a range of days is typed, emptied and chosen at once', async ({ gallery, part }) => {
    await gallery.clock.install({ time: '2026-07-01T22:30:00Z' });
    const created = part('dates').getByRole('button', { name: 'Created' });
    const range = part('dates').getByRole('status', { name: 'Range' });
    const panel = gallery.getByRole('dialog', { name: 'Created' });
    const part1 = (end: string) =>
      panel
        .getByRole('group', { name: `Created ${end}` })
        .getByRole('spinbutton')
        .first();
    await expect(created).toHaveText('Any time');
    await created.press('Enter');
    await expect(part1('from')).toBeFocused();
    await gallery.keyboard.type('29032026');
    await gallery.keyboard.press('Tab');
    await expect(range).toHaveText('{"from":"2026-03-29"}');
    await expect(part1('to')).toBeFocused();
    await gallery.keyboard.type('02042026');
    await gallery.keyboard.press('Enter');
    await expect(range).toHaveText('{"from":"2026-03-29","to":"2026-04-02"}');
    await expect(panel).toBeHidden();
    await expect(created).toBeFocused();
    await expect(created).toHaveText('29 Mar – 2 Apr 2026');

    await created.click();
    await gallery.keyboard.type('05');
    await gallery.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(range).toHaveText('{"from":"2026-03-29","to":"2026-04-02"}');
    await created.click();
    await panel.getByRole('button', { name: 'Last 7 days' }).click();
    await expect(range).toHaveText('{"from":"2026-06-26","to":"2026-07-02"}');
    await expect(created).toHaveText('Last 7 days');
    await created.click();
    expect(await violations(gallery)).toEqual([]);
    await panel.getByRole('button', { name: 'Friday, 26 June 2026' }).press('ArrowDown');
    await gallery.keyboard.press('Enter');
    await gallery.keyboard.press('ArrowLeft');
    await gallery.keyboard.press('Enter');
    await expect(range).toHaveText('{"from":"2026-07-02","to":"2026-07-03"}');
    await created.click();
    await panel.getByRole('button', { name: 'Any time' }).click();
    await expect(range).toHaveText('{}');
  });

  test('an instant is entered in the chosen zone', async ({ gallery, part }) => {
    const expires = part('dates').getByRole('group', { name: 'Expires' });
    const instant = part('dates').getByRole('status', { name: 'Instant' });
    await expect(expires).toHaveText('29/03/2026, 03:30');
    await expires.getByRole('spinbutton', { name: 'Day' }).focus();
    await gallery.keyboard.type('241220261800');
    await expect(instant).toHaveText('2026-12-24T17:00:00.000Z');
    await part('dates').getByRole('button', { name: 'Clear' }).click();
    await expect(instant).toHaveText('');
    await expect(expires).toHaveText('dd/mm/yyyy, ––:––');
  });

  test('a day and a time of day are typed, pasted and chosen', async ({ gallery, part, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const born = part('dates').getByRole('group', { name: 'Born' });
    const day = part('dates').getByRole('status', { name: 'Day' });
    await born.getByRole('spinbutton', { name: 'Day' }).focus();
    await gallery.keyboard.type('29022024');
    await expect(day).toHaveText('2024-02-29');
    await gallery.evaluate(() => navigator.clipboard.writeText('2023-05-06'));
    await gallery.keyboard.press('Control+V');
    await expect(day).toHaveText('2023-05-06');
    await part('dates').getByRole('button', { name: 'Choose in a calendar' }).last().click();
    const calendar = gallery.getByRole('dialog', { name: 'Choose in a calendar' });
    expect(await violations(gallery)).toEqual([]);
    await calendar.getByRole('button', { name: 'Next month' }).click();
    await calendar.getByRole('button', { name: /15 June 2023/ }).click();
    await expect(day).toHaveText('2023-06-15');
    await expect(born.getByRole('spinbutton', { name: 'Day' })).toBeFocused();

    const opens = part('dates').getByRole('group', { name: 'Opens' });
    const clock = part('dates').getByRole('status', { name: 'Clock' });
    await expect(opens).toHaveText('08:30:15');
    await opens.getByRole('spinbutton', { name: 'Hour' }).focus();
    await gallery.keyboard.type('23');
    await expect(clock).toHaveText('23:30:15.5');
  });
});

test('a tree is walked by keyboard', async ({ gallery, part }) => {
  const tree = part('tree').getByRole('tree', { name: 'Files' });
  const node = (name: string) => tree.getByRole('treeitem', { name, exact: true });
  const press = (key: string) => gallery.keyboard.press(key);
  await node('src').focus();
  await expect(tree.locator('[tabindex="0"]')).toHaveCount(1);
  await press('ArrowRight');
  await expect(node('product')).toBeFocused();
  await expect(node('product')).toHaveAttribute('aria-level', '2');
  await press('ArrowLeft');
  await expect(node('product')).toHaveAttribute('aria-expanded', 'false');
  await expect(node('product.service.ts')).toHaveCount(0);
  await press('End');
  await expect(node('readme.md')).toBeFocused();
  await expect(node('readme.md')).toHaveAttribute('aria-posinset', '2');
  await press('ArrowUp');
  await press('Enter');
  await press('p');
  await expect(node('product.controller.ts')).toBeFocused();
  await press('ArrowDown');
  await press(' ');
  await expect(node('product.service.ts')).toHaveAttribute('aria-selected', 'true');
  await expect(part('tree').getByRole('status')).toHaveText('b');
  await press('ArrowLeft');
  await press('ArrowLeft');
  await press('Home');
  await expect(node('src')).toBeFocused();
  await press('*');
  await expect(tree.getByRole('treeitem')).toHaveCount(5);
  await node('readme.md').click();
  await expect(part('tree').getByRole('status')).toHaveText('c');
  await node('src').click();
  await expect(tree.getByRole('treeitem')).toHaveCount(2);
});

test.describe('permission tree', () => {
  test('is checked by keyboard', async ({ gallery, part }) => {
    const tree = part('check-tree').getByRole('tree', { name: 'Permissions' });
    const ids = part('check-tree').getByRole('status', { name: 'Ids' });
    const item = (name: string) => tree.getByRole('treeitem', { name, exact: true });
    const box = (name: string) => tree.getByRole('checkbox', { name, exact: true });
    await expect(box('Access')).toBeChecked({ indeterminate: true });
    await item('Dashboard').focus();
    await gallery.keyboard.press('Space');
    await expect(ids).toHaveText('999,30,3,4,1');
    await expect(part('check-tree').getByText('+1 −0')).toBeVisible();
    await gallery.keyboard.press('ArrowDown');
    await expect(item('Access')).toBeFocused();
    await gallery.keyboard.press('Space');
    await expect(item('Access')).toHaveAttribute('aria-checked', 'mixed');
    await expect(box('Access')).toBeChecked({ indeterminate: true });
    await expect(ids).toHaveText('999,30,3,4,1,31,32,33,34,35');
    await gallery.keyboard.press('ArrowRight');
    await expect(item('Users')).toBeFocused();
    await gallery.keyboard.press('ArrowRight');
    await expect(item('Add')).toBeFocused();
    await gallery.keyboard.press('Space');
    await expect(ids).toHaveText('999,3,4,1,31,32,33,34,35');
    await gallery.keyboard.press('ArrowLeft');
    await gallery.keyboard.press('Space');
    await expect(ids).toHaveText('999,4,1');
    await expect(part('check-tree').getByText('1 added, 2 removed')).toBeAttached();
    await gallery.keyboard.press('t');
    await expect(item('Tenants')).toBeFocused();
    await expect(item('Tenants')).toHaveAccessibleDescription('You do not have this permission yourself');
    await gallery.keyboard.press('Space');
    await expect(ids).toHaveText('999,4,1');
  });

  test('is checked by pointer, searched, and closed', async ({ gallery, part }) => {
    const tree = part('check-tree').getByRole('tree', { name: 'Permissions' });
    const box = (name: string) => tree.getByRole('checkbox', { name, exact: true });
    await box('Users').uncheck();
    await expect(box('Add')).not.toBeChecked();
    await expect(tree.getByRole('treeitem', { name: 'Users' })).toBeFocused();
    await box('Edit').check();
    await expect(box('Users')).toBeChecked();
    await expect(box('Tenants')).toBeDisabled();
    // A pressed box shows the model, not the state that the browser gives it.
    await box('Access').click();
    await expect(box('Access')).toBeChecked({ indeterminate: true });
    await box('Access').click();
    await expect(box('Access')).toBeChecked({ indeterminate: true });
    await part('check-tree').getByRole('button', { name: 'Collapse all' }).click();
    await expect(tree.getByRole('treeitem')).toHaveCount(2);
    await part('check-tree').getByRole('button', { name: 'Expand all' }).click();
    await part('check-tree').getByRole('searchbox', { name: 'Search permissions' }).fill('export');
    await expect(tree.getByRole('checkbox')).toHaveCount(3);
    expect(await violations(gallery)).toEqual([]);
  });
});

test.describe('values', () => {
  test('write numbers with all their digits, and copy them as the API has them', async ({ gallery, part, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const number = part('values').getByText('12,345,678,901,234,567,890.50');
    await number.selectText();
    await gallery.keyboard.press('Control+c');
    expect(await gallery.evaluate(() => navigator.clipboard.readText())).toBe('12345678901234567890.50');
  });

  test('open and close', async ({ gallery, part }) => {
    const deep = part('values').getByText('b: {1}');
    await expect(deep).toHaveCount(0);
    await part('values').locator('summary', { hasText: 'a: {1}' }).press('Enter');
    await expect(deep).toBeVisible();
    await part('values').locator('summary', { hasText: '{6}' }).press('Enter');
    await expect(deep).toHaveCount(0);
    expect(await violations(gallery)).toEqual([]);
  });

  test('are told apart before and after', async ({ part }) => {
    const row = part('values').getByRole('table', { name: 'Changes' }).getByRole('row', { name: 'roleIds' });
    await expect(row.getByRole('cell')).toHaveText(['2', '2, 3']);
    const difference = part('values').getByRole('group', { name: 'Difference of the file' });
    await expect(difference.getByRole('deletion')).toHaveText('− const line10 = 10;');
    await expect(difference.getByRole('insertion')).toHaveCount(2);
    await expect(difference.getByText('const line2 = 2;')).toBeHidden();
    await difference.getByText('7 unchanged lines').click();
    await expect(difference.getByText('const line2 = 2;')).toBeVisible();
    await expect(part('values').getByText('No difference')).toBeVisible();
  });
});

test.describe('kinds of values', () => {
  test('open what they name, apart from this page, and nothing that runs', async ({ part }) => {
    const kinds = part('kinds').getByRole('table', { name: 'Kinds' });
    const site = kinds.getByRole('link', { name: 'shop.example/a?b=1' });
    await expect(site).toHaveAttribute('href', 'https://www.shop.example/a?b=1');
    await expect(site).toHaveAttribute('target', '_blank');
    await expect(site).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(kinds.getByRole('cell', { name: 'javascript:alert(1)' })).toHaveText('javascript:alert(1)');
    await expect(kinds.getByRole('link', { name: 'ann@shop.example' })).toHaveAttribute('href', /^mailto:/);
    await expect(kinds.getByRole('link', { name: '+49 (30) 123-456' })).toHaveAttribute('href', 'tel:+4930123456');
    await expect(part('kinds').locator('[href^="javascript"]')).toHaveCount(0);
  });

  test('show pictures from where the page may, the others as links', async ({ part }) => {
    const kinds = part('kinds').getByRole('table', { name: 'Kinds' });
    // Pictures are loaded once they are near.
    await kinds.scrollIntoViewIfNeeded();
    await expect(kinds.getByRole('link', { name: 'old.png' })).toHaveAttribute(
      'href',
      'http://pictures.example/old.png',
    );
    await expect(kinds.getByRole('img', { name: 'missing.png' }).first()).toBeVisible();
    await expect(kinds.locator('img[src$="missing.png"]')).toHaveCount(0);
    await expect(kinds.getByText('+1')).toBeVisible();
  });

  test('keep their places while 20 MB that are no picture arrive', async ({ gallery, part }) => {
    const body = Buffer.alloc(20 * 1024 * 1024);
    await gallery.route('**/missing.png*', (route) => route.fulfill({ contentType: 'image/png', body }));
    await gallery.reload();
    // The pictures are loaded once they are near, and all the rest has to be in its place before.
    await gallery.waitForLoadState('networkidle');
    const kinds = part('kinds').getByRole('table', { name: 'Kinds' });
    const before = await kinds.boundingBox();
    await kinds.scrollIntoViewIfNeeded();
    await expect(kinds.getByRole('img', { name: 'missing.png' }).first().locator('svg')).toBeVisible();
    const after = await kinds.boundingBox();
    expect([after?.width, after?.height]).toEqual([before?.width, before?.height]);
  });

  test('write amounts, shares, sizes and durations as people read them', async ({ part }) => {
    const row = part('kinds').getByRole('table', { name: 'Kinds' }).getByRole('row').nth(1);
    for (const text of ['1,234,567.50', '19%', '7.55%', '1.23 MB', '1 hr 2 mins', '29 Mar 2026, 03:30', 'Ann Baker']) {
      await expect(row.getByText(text, { exact: true }).first()).toBeVisible();
    }
    await expect(row.getByRole('cell', { name: '1,234,567.50' })).toHaveCSS('text-align', 'end');
  });
});

test.describe('charts', () => {
  test('are walked by keyboard, and lead somewhere', async ({ gallery, part }) => {
    const chart = part('charts').getByRole('group', { name: 'Logins of 30 days' });
    await expect(chart.locator('[tabindex="0"]')).toHaveCount(1);
    await chart.getByRole('link').first().focus();
    await gallery.keyboard.press('ArrowRight');
    const second = chart.getByRole('link', { name: '37 successful, 11 failed on 2 March' });
    await expect(second).toBeFocused();
    await expect(part('charts').locator('.chart-tip')).toHaveText('37 successful, 11 failed on 2 March');
    await gallery.keyboard.press('End');
    await expect(chart.getByRole('link', { name: /on 30 March$/ })).toBeFocused();
    await gallery.keyboard.press('Home');
    await gallery.keyboard.press('Enter');
    await expect(gallery).toHaveURL(/\/log\?day=2026-03-01$/);
  });

  test('are tables to screen readers', async ({ part }) => {
    const table = part('charts').getByRole('table', { name: 'Logins of 30 days' });
    await expect(table.getByRole('row')).toHaveCount(31);
    await expect(table.getByRole('row', { name: /^2 Mar 2026/ }).getByRole('cell')).toHaveText(['37', '11']);
    await expect(part('charts').getByRole('list', { name: 'Top addresses' }).getByRole('link')).toHaveCount(2);
    await expect(part('charts').getByRole('link', { name: 'Users 12,345' })).toHaveAttribute('href', '/users');
  });
});

test.describe('fields', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const image = { name: 'a.png', mimeType: 'image/png', buffer: png };

  test('an image is uploaded as it is, shown and removed', async ({ gallery, part }) => {
    const sent = gallery.waitForRequest('**/api/file');
    await gallery.route('**/api/file', (route) =>
      route.fulfill({ json: { code: 0, ok: true, msg: '', data: { url: '/api/file/x.png' } } }),
    );
    await gallery.route('**/api/file/x.png', (route) => route.fulfill({ contentType: 'image/png', body: png }));
    const address = part('fields').getByRole('textbox', { name: 'Avatar' });
    const [chooser] = await Promise.all([
      gallery.waitForEvent('filechooser'),
      part('fields').getByRole('button', { name: 'Upload' }).press('Enter'),
    ]);
    await chooser.setFiles(image);
    const request = await sent;
    expect(request.method()).toBe('POST');
    expect(request.headers()['content-type']).toBe('image/png');
    expect(request.postDataBuffer()).toEqual(png);
    await expect(address).toHaveValue('/api/file/x.png');
    await expect(part('fields').locator('.image-preview img')).toBeVisible();
    await part('fields').getByRole('button', { name: 'Remove' }).click();
    await expect(address).toHaveValue('');
  });

  test('an image is pasted and dropped; what is none is refused', async ({ gallery, part }) => {
    await gallery.route('**/api/file', (route) =>
      route.fulfill({ json: { code: 1, ok: false, msg: 'The quota is used up', data: null } }),
    );
    const field = part('fields').locator('.image-field');
    const give = (event: 'paste' | 'drop', type: string, size = 1) =>
      field.evaluate(
        (element, [name, kind, bytes]) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(bytes)], 'x', { type: kind }));
          const init = { bubbles: true, cancelable: true };
          element.dispatchEvent(
            name === 'paste'
              ? new ClipboardEvent(name, { ...init, clipboardData: data })
              : new DragEvent(name, { ...init, dataTransfer: data }),
          );
        },
        [event, type, size] as const,
      );
    await give('paste', 'image/webp');
    await expect(field.getByRole('alert')).toHaveText('The quota is used up');
    await give('drop', 'text/html');
    await expect(field.getByRole('alert')).toHaveText('Only PNG, JPEG and WebP images can be uploaded');
    await give('drop', 'image/png', 1024 * 1024 + 1);
    await expect(field.getByRole('alert')).toHaveText('An image may have 1 MiB at most');
  });

  test('a password is made up, shown and copied', async ({ gallery, part, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const password = part('fields').getByLabel('Password', { exact: true });
    await expect(password).toHaveAttribute('type', 'password');
    await part('fields').getByRole('button', { name: 'Generate' }).click();
    await expect(password).toHaveValue(/^.{16}$/);
    await expect(password).toHaveAttribute('type', 'text');
    await part('fields').getByRole('button', { name: 'Copy' }).click();
    await expect(gallery.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
    expect(await gallery.evaluate(() => navigator.clipboard.readText())).toBe(await password.inputValue());
    await part('fields').getByRole('button', { name: 'Hide password' }).click();
    await expect(password).toHaveAttribute('type', 'password');
  });

  test('steps say where one is, tabs are changed by keyboard, code is in colours', async ({ gallery, part }) => {
    await expect(part('fields').getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')).toHaveText(
      /Administrator/,
    );
    await expect(part('fields').locator('.code-keyword').first()).toHaveText('export');
    await part('fields').getByRole('tab', { name: 'File' }).focus();
    await gallery.keyboard.press('ArrowRight');
    await expect(part('fields').getByRole('tab', { name: 'Difference' })).toBeFocused();
    await expect(part('fields').getByRole('tabpanel', { name: 'Difference' })).toHaveText('The second panel');
    expect(await violations(gallery)).toEqual([]);
  });
});

test.describe('inputs', () => {
  test('hold what is typed and chosen', async ({ gallery, part }) => {
    const inputs = part('inputs');
    const held = async () =>
      JSON.parse((await inputs.getByRole('status', { name: 'Inputs' }).textContent()) ?? '') as unknown;
    await inputs.getByRole('textbox', { name: 'Data' }).fill('{"a": 2');
    await expect(inputs.getByRole('status', { name: 'Inputs' })).toContainText('no JSON');
    await inputs.getByRole('textbox', { name: 'Data' }).fill('{"a": 2}');
    await inputs.getByRole('group', { name: 'Opens' }).getByRole('spinbutton').first().focus();
    await gallery.keyboard.type('0915');
    await gallery.keyboard.press('Tab');
    await inputs.getByRole('radiogroup', { name: 'Size' }).getByRole('radio', { name: 'L' }).check();
    await inputs.getByRole('combobox', { name: 'Sizes' }).click();
    await gallery.getByRole('listbox').getByRole('option', { name: 'L' }).click();
    await gallery.keyboard.press('Escape');
    await inputs.getByRole('switch', { name: 'Visible' }).press('Space');
    await inputs.getByRole('combobox', { name: 'Days' }).press('Backspace');
    await inputs.getByRole('combobox', { name: 'Days' }).pressSequentially('mon');
    await gallery.keyboard.press('Enter');
    await inputs.getByRole('combobox', { name: 'Words' }).pressSequentially('blue');
    await gallery.keyboard.press('Enter');
    await gallery.keyboard.type('pink');
    await gallery.keyboard.press('Tab');
    await inputs.getByLabel('Shop', { exact: true }).fill('12');
    await inputs.getByRole('spinbutton', { name: 'Price from' }).fill('0.5');
    await inputs.getByRole('button', { name: 'Add row' }).click();
    await inputs.getByRole('spinbutton', { name: 'Amount, row 2' }).fill('5');
    await inputs.getByRole('textbox', { name: 'Remark, row 2' }).fill('gift');
    await inputs.getByRole('button', { name: 'Remove row 1' }).click();
    await expect
      .poll(held)
      .toEqual([
        [
          ...[{ a: 2 }, '09:15:00', 'L', ['S', 'L'], 'Y', '?', ',2,1,', 'red, green, blue, pink'],
          ...['/missing.png,/missing.png?b', '<p>Old</p>', '', 12],
        ],
        { from: '0.5' },
        [{ amount: 5, remark: 'gift' }],
      ]);
    // A value that is neither stays until another is chosen.
    const answer = inputs.getByRole('combobox', { name: 'Answer' });
    await expect(answer.getByRole('option')).toHaveText(['?', 'Yes', 'No']);
    await answer.selectOption('No');
    await expect(inputs.getByRole('status', { name: 'Inputs' })).toContainText('"Y","N"');
    expect(await violations(gallery)).toEqual([]);
  });

  test('hold several pictures, which keys add, move and remove', async ({ gallery, part }) => {
    const inputs = part('inputs');
    const held = inputs.getByRole('status', { name: 'Inputs' });
    await inputs.getByRole('textbox', { name: 'Photos' }).fill('/missing.png?c');
    await gallery.keyboard.press('Enter');
    await expect(held).toContainText('"/missing.png,/missing.png?b,/missing.png?c"');
    await inputs.getByRole('button', { name: 'Move picture 3 forward' }).press('Enter');
    await expect(inputs.getByRole('button', { name: 'Move picture 2 forward' })).toBeFocused();
    await gallery.keyboard.press('Enter');
    await expect(held).toContainText('"/missing.png?c,/missing.png,/missing.png?b"');
    await expect(inputs.getByRole('button', { name: 'Move picture 1 back' })).toBeFocused();
    await inputs.getByRole('button', { name: 'Remove picture 1' }).press('Enter');
    await expect(held).toContainText('"/missing.png,/missing.png?b"');
    expect(await violations(gallery)).toEqual([]);
  });

  test('preview HTML and Markdown without running or loading anything', async ({ gallery, part }) => {
    const inputs = part('inputs');
    const asked: string[] = [];
    gallery.on('request', (request) => asked.push(request.url()));
    const evil =
      '<h2 onclick="parent.evil=1">Offer</h2><script>parent.evil=1</scr' +
      'ipt><img src="https://evil.example/a.png" onerror="parent.evil=1" alt="A bike"><style>@import "https://evil.example/b.css"</style>' +
      '<a href="javascript:parent.evil=1">Click</a><iframe src="https://evil.example"></iframe><svg onload="parent.evil=1"></svg>' +
      '<meta http-equiv="refresh" content="0;url=https://evil.example"><form action="https://evil.example"><p style="color:red">Half price</p></form>';
    await inputs.getByRole('textbox', { name: 'Detail' }).fill(evil);
    await inputs.getByRole('button', { name: 'Preview' }).first().press('Enter');
    const frame = inputs.locator('iframe');
    await expect(frame).toHaveAttribute('sandbox', '');
    await expect(frame.contentFrame().getByRole('heading', { name: 'Offer' })).toBeVisible();
    await expect(frame.contentFrame().getByText('Half price')).toBeVisible();
    await frame.contentFrame().getByText('Click').click();
    await frame.contentFrame().getByRole('heading', { name: 'Offer' }).click();

    await inputs
      .getByRole('textbox', { name: 'Readme' })
      .fill(
        '# Title\n\nSome **strong** words, <b onclick="x">tags</b>, a [link](https://shop.example/a) and [none](javascript:alert(1)).\n' +
          '\n![bike](https://evil.example/c.png)\n\n- one\n- two\n\n```\nlet a = 1;\n```',
      );
    await inputs.getByRole('button', { name: 'Preview' }).last().press('Enter');
    const shown = inputs.locator('.source-preview');
    await expect(shown.getByRole('listitem')).toHaveText(['one', 'two']);
    await expect(shown.getByRole('link')).toHaveText('link');
    await expect(shown).toContainText('<b onclick="x">tags</b>');
    await expect(shown.locator('img, script, b')).toHaveCount(0);
    expect(asked.filter((url) => url.includes('evil'))).toEqual([]);
    expect(await gallery.evaluate(() => 'evil' in window)).toBe(false);
    expect(await violations(gallery)).toEqual([]);
  });
});
