import { inject } from 'vue';
import { codeOf } from '@/api/resources';
import { can } from '@/api/session';
import type { Crud, Row, Tab } from './define-crud';
import { type Embedding, type LoadPage, PAGES } from './embedded';

/** A tab in the details of a row: the rows of another resource that refer to it. */
export interface RowTab extends Embedding {
  id: string;
  path: string;
  load: LoadPage;
}

/** The tabs of a resource that this console has a page for, and that the user may see. */
export function useRowTabs({ tabs = [], key }: Crud) {
  const pages = inject(PAGES, undefined);

  const offered = () =>
    tabs.flatMap((tab) => {
      const load = pages?.get(componentOf(tab));
      const code = codeOf(tab.path, 'page');
      return load && code !== undefined && can(code) ? [{ tab, load }] : [];
    });

  /** The tabs of a row, without those that depend on a column other than the key that is empty in this row. */
  function tabsOf(row: Row): RowTab[] {
    return offered().flatMap(({ tab, load }, index) => {
      const { path, by } = tab;
      const value = row[tab.key ?? key];
      if (value === null || value === undefined || value === '') return [];
      return [{ id: `rows-${index}`, path, title: tab.label, fixed: { [by]: value }, load }];
    });
  }

  return { hasTabs: () => offered().length > 0, tabsOf };
}

/** The component of the page of a resource: `shop-order` for `/api/shop-order`. */
function componentOf({ path }: Tab): string {
  return path.slice('/api/'.length);
}
