import { crudPermissions } from '../../common/crud/permissions.js';

/** Permission codes of /api/role. */
export const rolePermissions = crudPermissions('sys:role');
