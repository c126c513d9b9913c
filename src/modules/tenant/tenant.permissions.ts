import { crudPermissions } from 'steward/crud';

/** Permission codes of /api/tenant. */
export const tenantPermissions = crudPermissions('sys:tenant');
