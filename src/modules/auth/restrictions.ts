import { Injectable } from '@nestjs/common';
import { providerOf, type User } from 'steward/access';
import type { Restriction } from 'steward/http';
import { MfaRule } from '../factor/mfa-rule.js';
import { PasswordOrigin } from '../password/password-origin.js';
import type { Proof } from './proof.js';

/** Decides which new sessions are restricted (docs/api.md, Restricted sessions). */
@Injectable()
export class Restrictions {
  constructor(
    private readonly origin: PasswordOrigin,
    private readonly mfa: MfaRule,
  ) {}

  /**
   * The restriction of a login's session; null if there is none. A missing password comes before a missing factor.
   * @param hasFactor whether the login has proved a second factor
   */
  async of(user: User, { method, hasFactor }: Proof): Promise<Restriction | null> {
    if (providerOf(method) === undefined && this.origin.mustChange(user)) return 'password';
    return !hasFactor && (await this.mfa.requires(user.tenantId)) ? 'factor' : null;
  }
}
