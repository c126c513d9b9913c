import { resourceOf } from '@/api/resources';
import type { ActionsIn, AddedParts, PageAdditions, PathOfPage } from './define-crud';

/** By the paths of resources. Not typed by these: the union of all of them is more than the compiler can hold. */
const additions = new Map<string, AddedParts>();

/**
 * Adds columns, filters, fields, actions and tabs to a page of Steward or of another product, and parts of its own that
 * show or edit them. Called in a file that is loaded with the page: `pages/app/…/access.user.extend.ts` for `access/user`.
 * @param page the page's component, such as `access/user`
 */
export function extendPage<P extends string, Names extends string = never>(
  page: P,
  added: PageAdditions<PathOfPage<P>> & ActionsIn<PathOfPage<P>, Names>,
): void {
  const path = resourceOf(page);
  if (path === undefined) throw new Error(`There is no page ${page} of a resource`);
  additions.set(path, merged(additionsOf(path), added as AddedParts));
}

/** All that is added to the pages of a resource. */
export function additionsOf(path: string): AddedParts {
  return additions.get(path) ?? {};
}

function merged(one: AddedParts, other: AddedParts): AddedParts {
  return {
    columns: { ...one.columns, ...other.columns },
    filters: { ...one.filters, ...other.filters },
    fields: { ...one.fields, ...other.fields },
    actions: { ...one.actions, ...other.actions },
    parts: { ...one.parts, ...other.parts },
    tabs: [...(one.tabs ?? []), ...(other.tabs ?? [])],
  };
}
