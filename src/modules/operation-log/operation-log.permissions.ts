import { crudPermissions } from '../../common/crud/permissions.js';

const { page, list, detail, delete: remove, batchDelete } = crudPermissions('sys:operationLog');

/** Permission codes of /api/operation/log, which has neither add nor update (contract §6). */
export const operationLogPermissions = { page, list, detail, delete: remove, batchDelete } as const;
