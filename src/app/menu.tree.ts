import {
  configItemPermissions,
  configPermissions,
  configWebPermissions,
} from '../modules/config/config.permissions.js';
import { apiTokenPermissions } from '../modules/token-admin/api-token.permissions.js';
import { deptPermissions } from '../modules/dept/dept.permissions.js';
import { dictItemPermissions, dictPermissions } from '../modules/dict/dict.permissions.js';
import { filePermissions } from '../modules/file/file.permissions.js';
import { generatorPermissions } from '../generator/api/generator.permissions.js';
import { loginLogPermissions } from '../logs/login-log/login-log.permissions.js';
import { mailPermissions } from '../modules/mail/mail.permissions.js';
import { menuPermissions } from '../modules/menu/menu.permissions.js';
import { operationLogPermissions } from '../logs/operation-log/operation-log.permissions.js';
import { rolePermissions } from '../modules/role/role.permissions.js';
import { securityEventPermissions } from '../modules/security-event/security-event.permissions.js';
import { onlinePermissions } from '../modules/session/online.permissions.js';
import { ssoPermissions } from '../modules/sso/sso.permissions.js';
import { statisticsPermissions } from '../modules/statistics/statistics.permissions.js';
import { tenantPermissions } from '../modules/tenant/tenant.permissions.js';
import { userPermissions } from '../modules/user/user.permissions.js';
import { workPermissions } from '../modules/work/work.permissions.js';

/** The members common to folders and pages. */
interface MenuBranch {
  name: string;
  path: string;
  icon: string;
  /** Place among its siblings; by default its position here. */
  sort?: number;
}

/** A page of the console and the codes that its buttons carry. */
export interface PageEntry extends MenuBranch {
  /** Codes by the names of their buttons. */
  permissions: Record<string, string>;
}

/** A folder of the console's menu. */
export interface FolderEntry extends MenuBranch {
  pages: PageEntry[];
}

/**
 * The menu of the service, with every permission code. An entry that a release adds reaches existing databases once; a
 * folder or page is remembered by its path, a button by its code.
 */
export const MENU_TREE: (FolderEntry | PageEntry)[] = [
  // Also before the folders of existing databases, which begin at place 0.
  {
    name: 'Dashboard',
    path: '/dashboard',
    icon: 'layout-dashboard',
    sort: -1,
    permissions: statisticsPermissions,
  },
  {
    name: 'Access',
    path: '/access',
    icon: 'shield',
    pages: [
      { name: 'Users', path: '/access/user', icon: 'user', permissions: userPermissions },
      { name: 'Roles', path: '/access/role', icon: 'users', permissions: rolePermissions },
      { name: 'Menus', path: '/access/menu', icon: 'menu', permissions: menuPermissions },
      { name: 'Tenants', path: '/access/tenant', icon: 'building', permissions: tenantPermissions },
      { name: 'Departments', path: '/access/dept', icon: 'folder-tree', permissions: deptPermissions },
      { name: 'Online users', path: '/access/online', icon: 'activity', permissions: onlinePermissions },
      { name: 'Single sign-on', path: '/access/sso', icon: 'log-in', permissions: ssoPermissions },
      { name: 'API tokens', path: '/access/token', icon: 'key', permissions: apiTokenPermissions },
    ],
  },
  {
    name: 'System',
    path: '/system',
    icon: 'settings',
    pages: [
      { name: 'Web configuration', path: '/system/web', icon: 'globe', permissions: configWebPermissions },
      { name: 'Configuration groups', path: '/system/config', icon: 'folder', permissions: configPermissions },
      { name: 'Configuration items', path: '/system/config-item', icon: 'list', permissions: configItemPermissions },
      { name: 'Dictionaries', path: '/system/dict', icon: 'book', permissions: dictPermissions },
      { name: 'Dictionary items', path: '/system/dict-item', icon: 'bookmark', permissions: dictItemPermissions },
      { name: 'Files', path: '/system/file', icon: 'image', permissions: filePermissions },
      { name: 'Work', path: '/system/work', icon: 'clock', permissions: { ...workPermissions, ...mailPermissions } },
    ],
  },
  {
    name: 'Logs',
    path: '/log',
    icon: 'file-text',
    pages: [
      { name: 'Login log', path: '/log/login', icon: 'log-in', permissions: loginLogPermissions },
      { name: 'Operation log', path: '/log/operation', icon: 'edit', permissions: operationLogPermissions },
      { name: 'Security events', path: '/log/security-event', icon: 'shield', permissions: securityEventPermissions },
    ],
  },
  {
    name: 'Development',
    path: '/development',
    icon: 'code',
    pages: [{ name: 'Code generator', path: '/development/generator', icon: 'zap', permissions: generatorPermissions }],
  },
];
