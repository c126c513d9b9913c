import { crudPermissions } from '../../common/crud/permissions.js';

/** Permission codes of /api/dict (contract §6). */
export const dictPermissions = crudPermissions('sys:dict');

/** Permission codes of /api/dict/item (contract §6). */
export const dictItemPermissions = crudPermissions('sys:dictitem');
