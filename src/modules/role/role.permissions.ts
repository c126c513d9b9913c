import { crudPermissions } from 'steward/crud';

/** Permission codes of /api/role. */
export const rolePermissions = crudPermissions('sys:role');
