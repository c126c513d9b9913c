import { randomBytes } from 'node:crypto';
import { MANUAL, PasswordService, PLATFORM_TENANT, Role, SUPER_ADMIN, User, UserRole } from 'steward/access';
import type { Seed } from 'steward/database';
import { type Settings, SettingsError } from 'steward/settings';
import { ownPassword, temporaryPassword } from '../password/password-origin.js';
import type { PasswordPolicy } from '../password/password-policy.js';

const REALNAME = 'Administrator';

/** The password's setting, as messages name settings. */
const SETTING = 'Setting adminPassword (environment ADMIN_PASSWORD)';

/**
 * The platform's `super_admin` role and its administrator.
 * @param settings ADMIN_USERNAME and ADMIN_PASSWORD; if the latter is empty, a temporary password is generated
 * @param policy which passwords may be set
 * @param announce called with the generated password, so that it can be shown once
 */
export function adminSeed(
  {
    adminPassword: password,
    auth: { adminUsername: username, temporaryTtl },
  }: Pick<Settings, 'adminPassword' | 'auth'>,
  policy: PasswordPolicy,
  announce: (generated: string) => void,
): Seed {
  /** What somebody would try who has read the documentation. */
  const context = [username, REALNAME, PLATFORM_TENANT.code];
  return {
    name: 'admin',
    entities: [User, UserRole, Role],
    async insert(manager) {
      const refusal = password === '' ? undefined : await policy.refusal(password, context, SETTING);
      if (refusal) throw new SettingsError(`${refusal.message}.`);
      const now = new Date();
      const chosen = password || randomBytes(12).toString('base64url');
      const tenantId = PLATFORM_TENANT.id;
      const role = await manager.save(
        manager.create(Role, {
          tenantId,
          name: 'Super administrator',
          code: SUPER_ADMIN,
          status: 1,
          sort: 0,
          remark: '',
        }),
      );
      const user = await manager.save(
        manager.create(User, {
          tenantId,
          username,
          realname: REALNAME,
          status: 1,
          avatar: '',
          email: '',
          mobile: '',
          remark: '',
          ...(await new PasswordService().hash(chosen)),
          ...(password === '' ? temporaryPassword(now, temporaryTtl) : ownPassword(now)),
        }),
      );
      await manager.insert(UserRole, { userId: user.id, roleId: role.id, source: MANUAL });
      if (password === '') announce(chosen);
    },
  };
}
