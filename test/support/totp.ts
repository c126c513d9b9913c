import { generate } from 'otplib';
import { expectSuccess } from './checks.js';
import type { TestApp } from './app.js';
import { pass } from './time.js';

/** How long a code is good, in milliseconds. */
const STEP_MS = 30_000;

/**
 * Sets up an authenticator app for a caller.
 * @returns a function that waits for the app's next code, because none is accepted twice
 */
export async function addAuthenticator(steward: TestApp, token: string): Promise<() => Promise<string>> {
  const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(steward.clock.now() / 1000) });
  const added = await steward.client.post<{ secret: string }>('/api/index/addTotp', {}, { token });
  expectSuccess(added);
  const { secret } = added.body.data;
  expectSuccess(await steward.client.post('/api/index/confirmTotp', { otp: await codeOf(secret) }, { token }));
  return async () => {
    await pass(steward, STEP_MS);
    return codeOf(secret);
  };
}
