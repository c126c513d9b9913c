import { crudPermissions } from 'steward/crud';

/** Permission codes of /api/user. */
export const userPermissions = {
  ...crudPermissions('sys:user'),
  resetPassword: 'sys:user:resetPassword',
  resetLink: 'sys:user:resetLink',
  invite: 'sys:user:invite',
  resetFactors: 'sys:user:resetFactors',
} as const;
