import { crudPermissions } from '../../common/crud/permissions.js';

/** Permission codes of /api/tenant (contract §6). */
export const tenantPermissions = crudPermissions('sys:tenant');
