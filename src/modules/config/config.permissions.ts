import { crudPermissions } from '../../common/crud/permissions.js';

/** Permission codes of /api/config (interface §4.3). */
export const configPermissions = crudPermissions('sys:config');

/** Permission codes of /api/config/item (interface §4.3). */
export const configItemPermissions = crudPermissions('sys:configitem');

/** Permission codes of /api/config/web (interface §4.3). */
export const configWebPermissions = { data: 'sys:configWeb:data', save: 'sys:configWeb:save' } as const;
