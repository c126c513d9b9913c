import { crudPermissions } from '../../common/crud/permissions.js';

/** Permission codes of /api/menu. */
export const menuPermissions = crudPermissions('sys:menu');
