import type { Schemas } from '@/api/client';
import type { CheckNode } from '@/kit/controls/check-tree';
import { menuName } from '@/text/menu.text';

const KINDS = ['folder', 'page', 'button'] as const;

/** How the code of the button ends that opens a page; of several, the first one does. Source: docs/api.md, Own account. */
const OPENING = [/:page$/, /:list$/, /:data$/];

/** The menus that the user may grant, as nodes of a permission tree. */
export function grantableNodes(menus: readonly Schemas['GrantableMenu'][], locked: string): CheckNode[] {
  const opening = openingOf(menus);
  return menus.map(({ id, name, type, permission, grantable, children }) => ({
    id,
    label: menuName(name),
    // A folder with a permission code grants something itself.
    kind: (permission === '' ? KINDS[type] : KINDS[Math.max(type, 1)]) ?? 'page',
    locked: grantable ? undefined : locked,
    opens: id === opening,
    children: grantableNodes(children, locked),
  }));
}

/** The id of the button among these entries that opens the page above them. */
function openingOf(menus: readonly Schemas['GrantableMenu'][]): number | undefined {
  const buttons = menus.filter(({ type }) => KINDS[type] === 'button');
  for (const end of OPENING) {
    const found = buttons.find(({ permission }) => end.test(permission));
    if (found) return found.id;
  }
  return undefined;
}
