import bcrypt from 'bcrypt';
import type { DataSource } from 'typeorm';
import { Menu, MenuType } from '../../src/modules/access/menu.entity.js';
import { Role, RoleMenu } from '../../src/modules/access/role.entity.js';
import { Tenant } from '../../src/modules/access/tenant.entity.js';
import { MANUAL, User, UserRole } from '../../src/modules/access/user.entity.js';

let serial = 0;

/** The least work factor that bcrypt takes. */
export const QUICK_COST = 4;

const hashes = new Map<string, string>();

/** bcrypt hash over password + salt, cheap enough for tests. */
export function quickHash(password: string, salt: string): string {
  const hash = hashes.get(password + salt) ?? bcrypt.hashSync(password + salt, QUICK_COST);
  hashes.set(password + salt, hash);
  return hash;
}

/** Creates rows directly in the database, with sensible values for everything that does not matter to a test. */
export class Builders {
  constructor(private readonly db: DataSource) {}

  aTenant(values: Partial<Tenant> = {}): Promise<Tenant> {
    const code = `tenant-${++serial}`;
    const row = { name: code, code, status: 1, expireAt: null, remark: '', ...values };
    return this.db.manager.save(this.db.manager.create(Tenant, row));
  }

  /** A user whose password is `a quiet river`, stored as bcrypt over password + salt; `plain` sets another. */
  async aUser({ plain = 'a quiet river', ...values }: Partial<User> & { plain?: string } = {}): Promise<User> {
    const salt = values.salt ?? 'cafe0123';
    const row = {
      tenantId: 0,
      username: `user-${++serial}`,
      password: quickHash(plain, salt),
      salt,
      status: 1,
      realname: 'Real Name',
      avatar: '',
      email: '',
      mobile: '',
      remark: '',
      ...values,
    };
    return this.db.manager.save(this.db.manager.create(User, row));
  }

  aRole(values: Partial<Role> = {}): Promise<Role> {
    const code = `role-${++serial}`;
    const row = { tenantId: 0, name: code, code, status: 1, sort: 0, remark: '', ...values };
    return this.db.manager.save(this.db.manager.create(Role, row));
  }

  async aMenu(values: Partial<Menu> = {}): Promise<Menu> {
    const [menu] = await this.menus([values]);
    return menu!;
  }

  /** Several menus in one transaction, because each would wait for a connection of its own. */
  menus(several: readonly Partial<Menu>[]): Promise<Menu[]> {
    const blank = { parentId: 0, path: '', component: '', icon: '', permission: '', sort: 0, status: 1, hidden: false };
    const rows = several.map((values) => ({ ...blank, name: `menu-${++serial}`, type: MenuType.Page, ...values }));
    return this.db.manager.save(this.db.manager.create(Menu, rows));
  }

  async assign(user: User, ...roles: Role[]): Promise<void> {
    await this.db.manager.insert(
      UserRole,
      roles.map(({ id }) => ({ userId: user.id, roleId: id, source: MANUAL })),
    );
  }

  async grant(role: Role, ...menus: Menu[]): Promise<void> {
    await this.db.manager.insert(
      RoleMenu,
      menus.map(({ id }) => ({ roleId: role.id, menuId: id })),
    );
  }
}
