/** The test function for flows: a browser in front of a service that the worker has to itself. */
import { type BrowserContext, type Page, test as base, expect } from '@playwright/test';
import { ADMIN, type Account, type Settings, Steward } from './steward';

interface Tools {
  /** Allows an error that a flow provokes in the browser's console; any other error there fails the test. */
  allow: (problem: RegExp) => void;
  /** Opens another browser, with a session of its own. */
  another: () => Promise<Page>;
  /** Collects the errors that a browser reports while a test runs. */
  watch: (context: BrowserContext) => void;
}

interface Worker {
  /** Settings of the worker's service; `test.use({ settings })` at the top of a file. */
  settings: Settings;
  steward: Steward;
}

const BLANK = 'about:blank';

/** Playwright's own `test`, with the tools of this project. */
export const test = base.extend<Tools & { allowed: RegExp[] }, Worker>({
  settings: [{}, { scope: 'worker', option: true }],
  steward: [
    async ({ settings }, use) => {
      const steward = await Steward.begin(settings);
      await use(steward);
      await steward.end();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ steward }, use) => use(steward.origin),
  // eslint-disable-next-line no-empty-pattern -- what Playwright asks for
  allowed: async ({}, use) => use([]),
  allow: async ({ allowed }, use) => use((problem) => void allowed.push(problem)),
  watch: async ({ allowed }, use) => {
    const problems: string[] = [];
    await use((context) => {
      context.on('console', (message) => {
        if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => {
        // Before there is a page, scripts that a test adds to every page find no storage.
        if (error.page()?.url() !== BLANK) problems.push(String(error.error()));
      });
    });
    expect(problems.filter((problem) => !allowed.some((one) => one.test(problem)))).toEqual([]);
  },
  context: async ({ context, watch }, use) => {
    watch(context);
    await use(context);
  },
  another: async ({ browser, baseURL, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL });
      contexts.push(context);
      watch(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export { expect };

/** The service's answer to a login with a wrong name or password. */
export const WRONG_CREDENTIALS = 'Incorrect username or password';

/** Logs in on the login page that is shown. */
export async function fillLogin(page: Page, { username, password, tenantCode = '' }: Account = ADMIN): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('textbox', { name: 'Tenant code' }).fill(tenantCode);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Logs in as people do, and waits for the menu. */
export async function login(page: Page, account: Account = ADMIN): Promise<void> {
  await page.goto('/console/login');
  await fillLogin(page, account);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
}

/** Opens a page in an existing session, for flows that are not about the login. */
export async function open(page: Page, path: string, account: Account = ADMIN): Promise<void> {
  // A login ends the session that the browser had, and a page that still uses its token is refused.
  await page.goto(BLANK);
  const answer = await page.request.post('/api/session', { data: account });
  expect(await answer.json()).toMatchObject({ ok: true });
  await page.goto(`/console${path}`);
  await expect(page.getByRole('button', { name: account.username, exact: true })).toBeVisible();
}

/**
 * Waits until a tab has no request open; one that is open when the session ends is refused. The last of its start is the
 * banner's, which a tab sends long after its page has gone quiet.
 */
export async function quiet(tab: Page): Promise<void> {
  await tab.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('type=login.newDevice')),
  );
  await tab.waitForLoadState('networkidle');
}

/** The heading that names the page. */
export function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true });
}
