import type { Page } from '@playwright/test';

/** An authenticator that Chromium simulates (WebAuthn, by the DevTools protocol). */
export interface Authenticator {
  /** Whether its user is verified from now on. */
  verifies: (verified: boolean) => Promise<void>;
  /** Forgets its keys. */
  clear: () => Promise<void>;
}

/** Gives a page an authenticator of its device, with whose keys its user is verified. */
export async function authenticatorOf(page: Page): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    verifies: async (isUserVerified) =>
      void (await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    clear: async () => void (await devtools.send('WebAuthn.clearCredentials', { authenticatorId })),
  };
}
