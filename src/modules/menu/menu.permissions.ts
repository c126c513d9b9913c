import { crudPermissions } from 'steward/crud';

/** Permission codes of /api/menu. */
export const menuPermissions = crudPermissions('sys:menu');
