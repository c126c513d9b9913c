import { type Permission, permissionOfPath } from './permissions';

/** The code that an operation of a resource needs. */
export function codeOf(path: string, operation: string): Permission | undefined {
  return permissionOfPath[`${path}/${operation}`];
}

/** The API path of the resource that a page shows: `/api/dict/item` for `system/dict-item`; undefined if there is none. */
export function resourceOf(component: string): string | undefined {
  const name = component.slice(component.lastIndexOf('/') + 1);
  const paths = [component, name, name.replace('-', '/'), name.replaceAll('-', '/')].map((path) => `/api/${path}`);
  // Not decided by `page`, which some resources serve without a permission.
  return paths.find((path) => codeOf(path, 'list') !== undefined);
}
