import { crudPermissions } from 'steward/crud';

const { page, list, detail, export: exporting } = crudPermissions('sys:securityEvent');

/** Permission codes of /api/security/event, which nobody changes by hand. */
export const securityEventPermissions = { page, list, detail, export: exporting } as const;
