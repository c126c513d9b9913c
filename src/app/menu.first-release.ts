const READ = ['page', 'list', 'detail'];
const DELETE = ['delete', 'batchDelete'];
const ALL = [...READ, 'add', 'update', ...DELETE];

/** The codes of version 0.1.0, by their first two parts. */
const CODES: Record<string, string[]> = {
  'sys:user': [...ALL, 'resetPassword'],
  'sys:role': ALL,
  'sys:menu': ALL,
  'sys:tenant': ALL,
  'sys:online': ['page', 'forceLogout'],
  'sys:configWeb': ['data', 'save'],
  'sys:config': ALL,
  'sys:configitem': ALL,
  'sys:dict': ALL,
  'sys:dictitem': ALL,
  'sys:loginLog': [...READ, ...DELETE, 'export'],
  'sys:operationLog': [...READ, ...DELETE],
  'sys:generator': ['page', 'generator', 'batchGenerator'],
};

/**
 * The menu of version 0.1.0, which kept no record of its entries: a database that it created has had all of them,
 * whether or not they are still there. This is history, so nothing is ever added here.
 */
export const FIRST_RELEASE = {
  codes: Object.entries(CODES).flatMap(([prefix, names]) => names.map((name) => `${prefix}:${name}`)),
  paths: [
    '/access',
    '/access/user',
    '/access/role',
    '/access/menu',
    '/access/tenant',
    '/access/online',
    '/system',
    '/system/web',
    '/system/config',
    '/system/config-item',
    '/system/dict',
    '/system/dict-item',
    '/log',
    '/log/login',
    '/log/operation',
    '/development',
    '/development/generator',
  ],
};
