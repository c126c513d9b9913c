import { Injectable } from '@nestjs/common';
import type { User } from 'steward/access';
import type { Restriction } from 'steward/http';
import { MfaRule } from '../factor/mfa-rule.js';
import { PasswordOrigin } from '../password/password-origin.js';
import type { LoginMethod } from './second-step.service.js';

/** Decides which new sessions are restricted (docs/api.md, Restricted sessions). */
@Injectable()
export class Restrictions {
  constructor(
    private readonly origin: PasswordOrigin,
    private readonly mfa: MfaRule,
  ) {}

  /** What the session of a login lacks; null if nothing. A password comes first if both are lacking. */
  async of(user: User, method: LoginMethod): Promise<Restriction | null> {
    if (this.origin.mustChange(user)) return 'password';
    return method === 'password' && (await this.mfa.requires(user.tenantId)) ? 'factor' : null;
  }
}
