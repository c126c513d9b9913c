import { crudPermissions } from 'steward/crud';

/** Permission codes of /api/dict. */
export const dictPermissions = crudPermissions('sys:dict');

/** Permission codes of /api/dict/item. */
export const dictItemPermissions = crudPermissions('sys:dictitem');
