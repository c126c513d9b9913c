import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { PLATFORM_TENANT, Tenant } from 'steward/access';
import { errors, Log } from 'steward/core';
import { SettingsService } from 'steward/settings';
import { ConfigWebService } from '../config/config-web.service.js';
import { PasswordPolicy, UNCHECKED_PASSWORD } from './password-policy.js';

/** Whose password it is. */
export interface PasswordOwner {
  username: string;
  realname?: string;
  email?: string;
  /** The tenant by its id or, while it is being added, by its names. */
  tenant: number | { code: string; name: string };
}

/** Refuses passwords that are easily guessed, wherever one is set. */
@Injectable()
export class PasswordRules {
  private readonly policy: PasswordPolicy;

  constructor(
    @InjectRepository(Tenant) private readonly tenants: Repository<Tenant>,
    private readonly site: ConfigWebService,
    log: Log,
    settings: SettingsService,
  ) {
    this.policy = new PasswordPolicy(settings.get('auth'), (err) => log.warn({ err }, UNCHECKED_PASSWORD));
  }

  /**
   * @param member the member of the request that holds the password
   * @throws AppError 1018 that names the rule which the password breaks
   */
  async assertAllowed(password: string, owner: PasswordOwner, member = 'password'): Promise<void> {
    const [tenantNames, { siteName = '' }] = await Promise.all([this.namesOf(owner.tenant), this.site.read()]);
    const { username, realname = '', email = '' } = owner;
    const mailbox = email.split('@')[0] ?? '';
    const words = [username, ...realname.split(/\s+/), mailbox, ...tenantNames, siteName];
    const refusal = await this.policy.refusal(password, words, member);
    if (refusal) throw refusal;
  }

  /** @throws AppError 1018 if the new password is the present one */
  assertChanged(isPresent: boolean, member = 'password'): void {
    if (isPresent) throw errors.passwordRefused(member, 'is the present password', { reason: 'samePassword' });
  }

  private async namesOf(tenant: PasswordOwner['tenant']): Promise<string[]> {
    if (typeof tenant === 'object') return [tenant.code, tenant.name];
    if (tenant === PLATFORM_TENANT.id) return [PLATFORM_TENANT.code];
    const found = await this.tenants.findOne({ where: { id: tenant }, select: { id: true, code: true, name: true } });
    return found ? [found.code, found.name] : [];
  }
}
