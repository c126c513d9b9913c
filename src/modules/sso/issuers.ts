import { errors } from 'steward/core';

/**
 * Refuses an issuer that the setting SSO_ISSUERS does not name.
 * @throws AppError code 1
 */
export function assertIssuer(issuer: string, allowed: readonly string[]): void {
  if (URL.canParse(issuer) && allowed.includes(new URL(issuer).origin)) return;
  throw errors.failure('issuer must be below one of the origins of the setting SSO_ISSUERS', {
    reason: 'issuer',
    member: 'issuer',
  });
}
