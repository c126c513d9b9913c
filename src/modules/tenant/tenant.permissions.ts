import { crudPermissions } from '../../crud/permissions.js';

/** Permission codes of /api/tenant. */
export const tenantPermissions = crudPermissions('sys:tenant');
