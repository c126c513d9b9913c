import type { PlannedNames } from './names.js';
import { VALUE_RULES } from './shapes.js';

/** The identifiers that a table's files declare. */
export interface Classes {
  entity: string;
  add: string;
  update: string;
  service: string;
  controller: string;
  module: string;
  /** The constant with the permission codes. */
  permissions: string;
  /** The constant with what a database needs. */
  seed: string;
}

/** Names that the templates import, and names that every file may use without importing them. */
const USED = new Set([
  'Body',
  'Controller',
  'Injectable',
  'Module',
  'Param',
  'Query',
  'InjectRepository',
  'TypeOrmModule',
  'Repository',
  'Column',
  'Entity',
  'PrimaryColumn',
  'PrimaryGeneratedColumn',
  'ViewEntity',
  'FileReference',
  'AuditedEntity',
  'OmitType',
  'PartialType',
  'Caller',
  'CurrentCaller',
  'CrudService',
  'ReadService',
  'Branch',
  'Branches',
  'Choice',
  'Export',
  'Page',
  'RawQuery',
  'CrudModule',
  'IdPipe',
  'WholeKeyPipe',
  'crudPermissions',
  'ModuleSeed',
  'Seeded',
  'ServedModule',
  'EachOf',
  'Id',
  'Nullable',
  'OneOf',
  'OrNull',
  'Optional',
  ...VALUE_RULES,
  ...Object.getOwnPropertyNames(globalThis),
]);

/** The identifiers of a table's files; if one of them already means something else there, all become `…Row…`. */
export function classesOf({ pascal }: PlannedNames): Classes {
  const classes = classesFrom(pascal);
  return Object.values(classes).some((name: string) => USED.has(name)) ? classesFrom(`${pascal}Row`) : classes;
}

function classesFrom(entity: string): Classes {
  const variable = `${entity.charAt(0).toLowerCase()}${entity.slice(1)}`;
  return {
    entity,
    add: `Add${entity}Dto`,
    update: `Update${entity}Dto`,
    service: `${entity}Service`,
    controller: `${entity}Controller`,
    module: `${entity}Module`,
    permissions: `${variable}Permissions`,
    seed: `${variable}Seed`,
  };
}
