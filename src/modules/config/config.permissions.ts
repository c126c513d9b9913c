import { crudPermissions } from 'steward/crud';

/** Permission codes of /api/config. */
export const configPermissions = crudPermissions('sys:config');

/** Permission codes of /api/config/item. */
export const configItemPermissions = crudPermissions('sys:configitem');

/** Permission codes of /api/config/web. */
export const configWebPermissions = { data: 'sys:configWeb:data', save: 'sys:configWeb:save' } as const;
