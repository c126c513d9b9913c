import { resourceOf } from '@/api/resources';
import type { PageAdditions, PathOfPage, ResourcePath } from './define-crud';

const additions = new Map<string, PageAdditions<ResourcePath>>();

/**
 * Adds columns, filters, fields, actions and tabs to a page of Steward or of another product, and parts of its own that
 * show or edit them. Called in a file that is loaded with the page: `pages/app/…/access.user.extend.ts` for `access/user`.
 * @param page the page's component, such as `access/user`
 */
export function extendPage<P extends string>(page: P, added: PageAdditions<PathOfPage<P>>): void {
  const path = resourceOf(page);
  if (path === undefined) throw new Error(`There is no page ${page} of a resource`);
  additions.set(path, merged(additionsOf(path), added));
}

/** All that is added to the pages of a resource. */
export function additionsOf(path: string): PageAdditions<ResourcePath> {
  return additions.get(path) ?? {};
}

type Additions = PageAdditions<ResourcePath>;

function merged(one: Additions, other: Additions): Additions {
  return {
    columns: { ...one.columns, ...other.columns },
    filters: { ...one.filters, ...other.filters },
    fields: { ...one.fields, ...other.fields },
    actions: { ...one.actions, ...other.actions },
    parts: { ...one.parts, ...other.parts },
    tabs: [...(one.tabs ?? []), ...(other.tabs ?? [])],
  };
}
