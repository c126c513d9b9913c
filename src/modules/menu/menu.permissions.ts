import { crudPermissions } from '../../crud/permissions.js';

/** Permission codes of /api/menu. */
export const menuPermissions = crudPermissions('sys:menu');
