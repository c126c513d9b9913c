import { crudPermissions } from 'steward/crud';

const { page, list, detail, add, delete: deleting, export: exporting } = crudPermissions('sys:apiToken');

/** Permission codes of /api/token: tokens are made and deleted, but never changed. */
export const apiTokenPermissions = { page, list, detail, add, delete: deleting, export: exporting } as const;
