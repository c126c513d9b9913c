import { Injectable } from '@nestjs/common';
import { PLATFORM_TENANT, TenantAccessService } from 'steward/access';
import { SettingsService } from 'steward/settings';

/** Who must have a second factor: by the setting MFA_REQUIRED, or by what a tenant requires of its users. */
@Injectable()
export class MfaRule {
  private readonly rule: 'none' | 'platform' | 'all';

  constructor(
    private readonly tenants: TenantAccessService,
    settings: SettingsService,
  ) {
    this.rule = settings.get('auth.mfa');
  }

  /** Whether the users of a tenant must have a second factor; a change of the tenant is known within 60 seconds. */
  async requires(tenantId: number): Promise<boolean> {
    if (this.rule === 'all') return true;
    if (tenantId === PLATFORM_TENANT.id) return this.rule === 'platform';
    return (await this.tenants.find(tenantId))?.mfaRequired ?? false;
  }
}
