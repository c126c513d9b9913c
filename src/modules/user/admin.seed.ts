import { randomBytes } from 'node:crypto';
import { PasswordService, PLATFORM_TENANT, Role, SUPER_ADMIN, User, UserRole } from 'steward/access';
import type { Seed } from 'steward/database';

/** Username of the account that is created at the first start. */
export const ADMIN_USERNAME = 'admin';

/**
 * The platform's `super_admin` role and the user `admin`.
 * @param password the setting ADMIN_PASSWORD; if it is empty, a password is generated
 * @param announce called with the generated password, so that it can be shown once
 */
export function adminSeed(password: string, announce: (generated: string) => void): Seed {
  return {
    name: 'admin',
    entities: [User, UserRole, Role],
    async insert(manager) {
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
          username: ADMIN_USERNAME,
          realname: 'Administrator',
          status: 1,
          avatar: '',
          email: '',
          mobile: '',
          remark: '',
          ...(await new PasswordService().hash(chosen)),
        }),
      );
      await manager.insert(UserRole, { userId: user.id, roleId: role.id });
      if (password === '') announce(chosen);
    },
  };
}
