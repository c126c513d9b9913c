import { crudPermissions } from 'steward/crud';

const { page, delete: remove } = crudPermissions('sys:file');

/** Permission codes of /api/file; everybody who is logged in may upload. */
export const filePermissions = { page, delete: remove } as const;
