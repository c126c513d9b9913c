import { crudPermissions } from 'steward/crud';

const { page, list, detail, delete: remove, batchDelete, export: exporting } = crudPermissions('sys:loginLog');

/** Permission codes of /api/login/log, which has neither add nor update. */
export const loginLogPermissions = { page, list, detail, delete: remove, batchDelete, export: exporting } as const;
