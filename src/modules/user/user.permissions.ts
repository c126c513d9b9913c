import { crudPermissions } from 'steward/crud';

/** Permission codes of /api/user. */
export const userPermissions = { ...crudPermissions('sys:user'), resetPassword: 'sys:user:resetPassword' } as const;
