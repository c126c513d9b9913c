import { type EntityManager, In } from 'typeorm';
import { Menu, PLATFORM_TENANT, Role, RoleMenu, RoleScope } from 'steward/access';
import type { Seed } from 'steward/database';
import { Config, ConfigItem, WEB_GROUP } from '../config/config.entity.js';
import { findIn, insertRows } from './seed-rows.js';

/** A role of the platform that a module brings. */
export interface SeededRole {
  /** Unique within the tenant. */
  code: string;
  name: string;
  remark?: string;
  /** The permission codes that it grants, of buttons in the menu; their pages and folders are included. */
  permissions: readonly string[];
  dataScope?: RoleScope;
}

/** The keys of the configuration of the web site that have a value of their own in a new database. */
type SiteKey = 'siteName' | 'siteLogo' | 'siteDescription' | 'siteCopyright' | 'siteTheme' | 'siteAccent';

/** The values with which Steward itself enters the configuration of the web site. */
const STEWARDS_OWN = ['', 'Steward', 'auto'];

/** Adds a role once in the life of a database; if its code is taken, nothing is added. */
export function roleSeed(role: SeededRole): Seed {
  const { code, name, remark = '', permissions, dataScope = RoleScope.All } = role;
  return {
    name: `role:${code}`,
    entities: [Role, RoleMenu, Menu],
    async insert(manager) {
      const tenantId = PLATFORM_TENANT.id;
      if (await manager.existsBy(Role, { tenantId, code })) return;
      const added = await manager.save(manager.create(Role, { tenantId, code, name, remark, dataScope, status: 1 }));
      const menus = await withThoseAbove(manager, await findIn(manager, 'permission', permissions));
      await insertRows(
        manager,
        RoleMenu,
        menus.map((menuId) => ({ roleId: added.id, menuId })),
      );
    },
  };
}

/**
 * Gives the console a name, a logo and texts of its own, once in the life of a database. A value that an administrator has
 * set stays.
 * @param name tells the seed from others
 */
export function siteSeed(name: string, values: Partial<Record<SiteKey, string>>): Seed {
  return {
    name: `site:${name}`,
    entities: [Config, ConfigItem],
    async insert(manager) {
      const group = await manager.findOneByOrFail(Config, { code: WEB_GROUP });
      for (const [key, value] of Object.entries(values)) {
        const of = { configId: group.id, key, value: In(STEWARDS_OWN) };
        await manager.update(ConfigItem, of, { value, updatedAt: new Date() });
      }
    },
  };
}

/** The ids of menu entries, and of all entries above them. */
async function withThoseAbove(manager: EntityManager, entries: readonly Menu[]): Promise<number[]> {
  const ids = new Set(entries.map(({ id }) => id));
  for (let above = entries; above.length > 0;) {
    const parents = [...new Set(above.map(({ parentId }) => parentId))].filter((id) => id !== 0 && !ids.has(id));
    for (const id of parents) ids.add(id);
    above = await findIn(manager, 'id', parents);
  }
  return [...ids];
}
