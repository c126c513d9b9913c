import { crudPermissions } from '../../common/crud/permissions.js';

/** Permission codes of /api/role (contract §6). */
export const rolePermissions = crudPermissions('sys:role');
