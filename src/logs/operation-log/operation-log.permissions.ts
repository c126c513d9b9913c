import { crudPermissions } from 'steward/crud';

const { page, list, detail, delete: remove, batchDelete, export: exporting } = crudPermissions('sys:operationLog');

/** Permission codes of /api/operation/log, which has neither add nor update. */
export const operationLogPermissions = { page, list, detail, delete: remove, batchDelete, export: exporting } as const;
