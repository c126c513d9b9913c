import type { Schemas } from '@/api/client';
import type { CheckNode } from '@/kit/check-tree';
import { menuName } from '@/text/menu.text';

const KINDS = ['folder', 'page', 'button'] as const;

/** The menus that the caller may grant as a permission tree shows them. */
export function grantableNodes(menus: readonly Schemas['GrantableMenu'][], locked: string): CheckNode[] {
  return menus.map(({ id, name, type, permission, grantable, children }) => ({
    id,
    label: menuName(name),
    // A folder with a code grants something itself.
    kind: (permission === '' ? KINDS[type] : KINDS[Math.max(type, 1)]) ?? 'page',
    locked: grantable ? undefined : locked,
    children: grantableNodes(children, locked),
  }));
}
