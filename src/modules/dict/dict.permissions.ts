import { crudPermissions } from '../../crud/permissions.js';

/** Permission codes of /api/dict. */
export const dictPermissions = crudPermissions('sys:dict');

/** Permission codes of /api/dict/item. */
export const dictItemPermissions = crudPermissions('sys:dictitem');
