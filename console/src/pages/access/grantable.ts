import type { Schemas } from '@/api/client';
import type { CheckNode, Level } from '@/kit/controls/check-tree';
import { entryName, operationOf } from '@/text/permission.text';

const KINDS = ['folder', 'page', 'button'] as const;

/** The operations that the levels below "Full" include; all others belong to "Full" alone. */
const LEVEL_OF: ReadonlyMap<string, Level> = new Map([
  ...['page', 'list', 'detail', 'options', 'export', 'data', 'overview', 'logins', 'top'].map(
    (operation) => [operation, 'view'] as const,
  ),
  ...['add', 'update', 'save', 'generator', 'batchGenerator', 'retry', 'cancel'].map(
    (operation) => [operation, 'edit'] as const,
  ),
]);

/** The menus that the user may grant, as nodes of a permission tree. */
export function grantableNodes(menus: readonly Schemas['GrantableMenu'][], locked: string): CheckNode[] {
  return menus.map((menu) => {
    const { id, type, permission, grantable, opens, children } = menu;
    return {
      id,
      label: entryName(menu),
      // A folder with a permission code grants something itself.
      kind: (permission === '' ? KINDS[type] : KINDS[Math.max(type, 1)]) ?? 'page',
      locked: grantable ? undefined : locked,
      opens,
      code: permission === '' ? undefined : permission,
      level: LEVEL_OF.get(operationOf(permission)),
      children: grantableNodes(children, locked),
    };
  });
}
