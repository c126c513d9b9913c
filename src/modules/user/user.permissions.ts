import { crudPermissions } from '../../crud/permissions.js';

/** Permission codes of /api/user. */
export const userPermissions = { ...crudPermissions('sys:user'), resetPassword: 'sys:user:resetPassword' } as const;
