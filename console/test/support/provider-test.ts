/** The test function for flows at an identity provider: the service knows it, and each worker has one of its own. */
import type { Page } from '@playwright/test';
import { IdentityProvider } from '../../../test/support/identity-provider';
import { freePort } from '../../../test/support/server-process';
import type { Settings, Steward } from './steward';
import { test as base } from './test';

/** @param more further settings of the service */
export const providerTest = (more: Settings = {}) =>
  base.extend<object, { provider: IdentityProvider }>({
    provider: [
      // eslint-disable-next-line no-empty-pattern -- what Playwright asks for
      async ({}, use) => {
        const provider = await IdentityProvider.start();
        await use(provider);
        await provider.stop();
      },
      { scope: 'worker' },
    ],
    settings: [
      async ({ provider }, use) => {
        const port = String(await freePort());
        const publicUrl = `http://127.0.0.1:${port}`;
        const issuers = provider.issuer;
        await use({ PORT: port, PUBLIC_URL: publicUrl, SSO_ISSUERS: issuers, ...more });
      },
      { scope: 'worker' },
    ],
  });

/** A button of a page, by its name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

let serial = 0;

/** Adds a provider whose users are added at their first login. */
export async function addProvider(
  steward: Steward,
  { issuer, clientId, clientSecret }: IdentityProvider,
  name: string,
) {
  const admin = await steward.as();
  const code = `p-${++serial}-${Date.now()}`;
  await admin.post('/api/sso/provider/add', { code, name, issuer, clientId, clientSecret, createUsers: true });
}

/** Lets somebody new log in at the provider. */
export function somebody(provider: IdentityProvider): string {
  const username = `sso-${++serial}-${Date.now()}`;
  provider.somebody = { sub: username, preferred_username: username };
  return username;
}
