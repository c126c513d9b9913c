import { crudPermissions } from 'steward/crud';

/** Permission codes of /api/dept. */
export const deptPermissions = crudPermissions('sys:dept');
