import { crudPermissions } from '../../crud/permissions.js';

/** Permission codes of /api/role. */
export const rolePermissions = crudPermissions('sys:role');
