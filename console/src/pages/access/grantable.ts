import type { Schemas } from '@/api/client';
import type { CheckNode } from '@/kit/controls/check-tree';
import { menuName } from '@/text/menu.text';

const KINDS = ['folder', 'page', 'button'] as const;

/** The menus that the user may grant, as nodes of a permission tree. */
export function grantableNodes(menus: readonly Schemas['GrantableMenu'][], locked: string): CheckNode[] {
  return menus.map(({ id, name, type, permission, grantable, children }) => ({
    id,
    label: menuName(name),
    // A folder with a permission code grants something itself.
    kind: (permission === '' ? KINDS[type] : KINDS[Math.max(type, 1)]) ?? 'page',
    locked: grantable ? undefined : locked,
    children: grantableNodes(children, locked),
  }));
}
