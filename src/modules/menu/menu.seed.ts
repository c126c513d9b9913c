import type { EntityManager } from 'typeorm';
import type { Seed } from '../../database/seeds/sow.js';
import { configItemPermissions, configPermissions, configWebPermissions } from '../config/config.permissions.js';
import { dictItemPermissions, dictPermissions } from '../dict/dict.permissions.js';
import { generatorPermissions } from '../generator/generator.permissions.js';
import { loginLogPermissions } from '../login-log/login-log.permissions.js';
import { onlinePermissions } from '../online/online.permissions.js';
import { operationLogPermissions } from '../operation-log/operation-log.permissions.js';
import { rolePermissions } from '../role/role.permissions.js';
import { tenantPermissions } from '../tenant/tenant.permissions.js';
import { userPermissions } from '../user/user.permissions.js';
import { Menu, MenuType } from './menu.entity.js';
import { menuPermissions } from './menu.permissions.js';

/** A page of the console and the codes that its buttons carry. */
interface PageSeed {
  name: string;
  path: string;
  icon: string;
  permissions: Record<string, string>;
}

const TREE: { name: string; path: string; icon: string; pages: PageSeed[] }[] = [
  {
    ...{ name: 'Access', path: '/access', icon: 'shield' },
    pages: [
      { name: 'Users', path: '/access/user', icon: 'user', permissions: userPermissions },
      { name: 'Roles', path: '/access/role', icon: 'users', permissions: rolePermissions },
      { name: 'Menus', path: '/access/menu', icon: 'menu', permissions: menuPermissions },
      { name: 'Tenants', path: '/access/tenant', icon: 'building', permissions: tenantPermissions },
      { name: 'Online users', path: '/access/online', icon: 'activity', permissions: onlinePermissions },
    ],
  },
  {
    ...{ name: 'System', path: '/system', icon: 'settings' },
    pages: [
      { name: 'Web configuration', path: '/system/web', icon: 'globe', permissions: configWebPermissions },
      { name: 'Configuration groups', path: '/system/config', icon: 'folder', permissions: configPermissions },
      { name: 'Configuration items', path: '/system/config-item', icon: 'list', permissions: configItemPermissions },
      { name: 'Dictionaries', path: '/system/dict', icon: 'book', permissions: dictPermissions },
      { name: 'Dictionary items', path: '/system/dict-item', icon: 'bookmark', permissions: dictItemPermissions },
    ],
  },
  {
    ...{ name: 'Logs', path: '/log', icon: 'file-text' },
    pages: [
      { name: 'Login log', path: '/log/login', icon: 'log-in', permissions: loginLogPermissions },
      { name: 'Operation log', path: '/log/operation', icon: 'edit', permissions: operationLogPermissions },
    ],
  },
  {
    ...{ name: 'Development', path: '/development', icon: 'code' },
    pages: [{ name: 'Code generator', path: '/development/generator', icon: 'zap', permissions: generatorPermissions }],
  },
];

/** The menu tree with every permission code of the service (contract §1). */
export const menuSeed: Seed = {
  name: 'menu',
  entities: [Menu],
  async sow(manager) {
    for (const [folderSort, { pages, ...folder }] of TREE.entries()) {
      const { id } = await addMenu(manager, { ...folder, type: MenuType.Folder, sort: folderSort });
      for (const [sort, { permissions, ...page }] of pages.entries()) {
        const component = page.path.slice(1);
        const parent = await addMenu(manager, { ...page, type: MenuType.Page, parentId: id, component, sort });
        await addButtons(manager, parent.id, permissions);
      }
    }
  },
};

async function addButtons(
  manager: EntityManager,
  parentId: number,
  permissions: Record<string, string>,
): Promise<void> {
  const buttons = Object.entries(permissions).map(([name, permission], sort) =>
    newMenu(manager, { type: MenuType.Button, parentId, name, permission, sort }),
  );
  await manager.save(buttons);
}

function addMenu(manager: EntityManager, values: Partial<Menu>): Promise<Menu> {
  return manager.save(newMenu(manager, values));
}

function newMenu(manager: EntityManager, values: Partial<Menu>): Menu {
  const blank = { parentId: 0, path: '', component: '', icon: '', permission: '', sort: 0, status: 1, hidden: false };
  return manager.create(Menu, { ...blank, ...values });
}
