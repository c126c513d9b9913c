import { crudPermissions } from 'steward/crud';

/** Permission codes of /api/sso. */
export const ssoPermissions = {
  ...crudPermissions('sys:sso'),
  /** Says which user an identity provider means by a subject. */
  link: 'sys:sso:link',
} as const;
