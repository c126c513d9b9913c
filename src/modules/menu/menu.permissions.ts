import { crudPermissions } from '../../common/crud/permissions.js';

/** Permission codes of /api/menu (contract §6). */
export const menuPermissions = crudPermissions('sys:menu');
