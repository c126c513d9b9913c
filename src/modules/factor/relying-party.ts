import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { PublicOrigin } from 'steward/access';
import { errors } from 'steward/core';

/** The relying party of passkeys: they work at this origin alone (WebAuthn, section 5.1.2). */
export interface RelyingParty {
  /** Host name of the origin. */
  id: string;
  origin: string;
}

/** Knows for whom passkeys are made. */
@Injectable()
export class RelyingPartySource {
  constructor(private readonly origin: PublicOrigin) {}

  /** @throws AppError code 1 if people reach the service by an IP address, for which browsers make no passkeys */
  get(): RelyingParty {
    const origin = this.origin.get();
    const { hostname } = new URL(origin);
    if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
      throw errors.failure('Passkeys need a host name, and PUBLIC_URL is an IP address', { reason: 'passkeyHost' });
    }
    return { id: hostname, origin };
  }
}
