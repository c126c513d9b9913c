import { resourceOf } from '@/api/resources';
import type { Schemas } from '@/api/client';
import { rowHash } from '@/kit/crud/address';
import { grantedPages } from '@/shell/granted';
import { menuName } from '@/text/menu.text';

/** A row that a call changed, and where it is. */
export interface ObjectLink {
  text: string;
  to?: { path: string; hash: string };
}

/** The rows that a call changed, each with the page that shows it, if the user may open that. */
export function objectLinks(objects: readonly Schemas['LoggedObject'][]): ObjectLink[] {
  return objects.map(({ resource, id, name }) => {
    const page = grantedPages.value.find(({ component }) => resourceOf(component) === resource);
    const text = name || `#${id}`;
    if (page === undefined) return { text };
    return { text: `${menuName(page)}: ${text}`, to: { path: page.path, hash: rowHash(id) } };
  });
}
